import type { Core } from '@strapi/types';
import ipaddr from 'ipaddr.js';
import { type Context } from 'koa';
import { WorkTrackingError } from '../../../domain/errors';
import { callerKeyOf } from '../access/project-access';
import type { Policy, PolicyName, Quota, RateLimiter } from '../access/rate-limit';

/** The groups of an IPv6 address, of 16 bits each, that name the network of one customer: a /64. */
const NETWORK_GROUPS = 4;

/**
 * Identifies the client of a request that nobody has authenticated: its IPv4 address, or the /64 of its IPv6 address,
 * of which one machine has as many addresses as it likes. A proxy's header counts as far as Strapi's `server.proxy`
 * says; one that has no address in it counts as if it were not there.
 */
function clientAddress({ ip, req }: Context): string {
  const given = [ip, req.socket.remoteAddress ?? ''].find((address) => ipaddr.isValid(address));
  if (given === undefined) return 'unknown';
  const address = ipaddr.process(given);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Headers of draft-ietf-httpapi-ratelimit-headers-10: the limits that apply, and what is left of them. */
export const POLICY_HEADER = 'RateLimit-Policy';
export const QUOTA_HEADER = 'RateLimit';

const rateLimiterOf = (strapi: Core.Strapi): RateLimiter =>
  strapi.plugin('work-tracking').service('rateLimiter');

/**
 * Counts a request of a caller, and tells them what is left.
 * @throws WorkTrackingError `rate_limited` with `Retry-After`
 */
export async function limitCaller(strapi: Core.Strapi, ctx: Context, callerKey: string): Promise<void> {
  const quota = await rateLimiterOf(strapi).count(policyOf(ctx), callerKey);
  tell(ctx, quota);
  if (quota?.isExceeded) throw exceeded(quota);
}

/**
 * Adds the limit headers to a refused request that was not counted. One that nobody authenticated counts for its
 * address.
 * @returns the error to answer with in its place, when its address has too many of them
 */
export async function limitRefused(
  strapi: Core.Strapi,
  ctx: Context,
): Promise<WorkTrackingError | undefined> {
  const rateLimiter = rateLimiterOf(strapi);
  const callerKey = callerKeyOf(ctx);
  if (ctx.response.get(POLICY_HEADER) !== '') return undefined;
  if (callerKey !== undefined) {
    tell(ctx, await rateLimiter.read(policyOf(ctx), callerKey));
    return undefined;
  }
  if (ctx.status !== 401) {
    tellPolicies(
      ctx,
      (['reads', 'writes'] as const).flatMap((name) => rateLimiter.policy(name) ?? []),
    );
    return undefined;
  }
  const quota = await rateLimiter.count('failed-authentication', clientAddress(ctx));
  tell(ctx, quota);
  return quota?.isExceeded ? exceeded(quota) : undefined;
}

const policyOf = ({ method }: Context): PolicyName =>
  method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';

const exceeded = ({ resetSeconds }: Quota) =>
  new WorkTrackingError('rate_limited', { retryAfter: resetSeconds });

function tell(ctx: Context, quota: Quota | undefined): void {
  if (!quota) return;
  const { policy, remaining, resetSeconds } = quota;
  tellPolicies(ctx, [policy]);
  ctx.set(QUOTA_HEADER, `"${policy.name}";r=${remaining};t=${resetSeconds}`);
}

function tellPolicies(ctx: Context, policies: readonly Policy[]): void {
  if (policies.length === 0) return;
  const items = policies.map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`);
  ctx.set(POLICY_HEADER, items.join(', '));
}
