import type { Core } from '@strapi/types';
import get from 'lodash/get';
import isPlainObject from 'lodash/isPlainObject';
import set from 'lodash/set';
import type { SignOffRule } from '../../domain/sign-off';
import type { TextLanguage } from '../../domain/sign-off-texts';
import type { TicketMoves } from '../../domain/ticket';
import { SETTINGS } from './settings';

/** The plugin's configuration after validation. */
interface Config {
  /** The path of v1 below Strapi's prefix for the content API: one or more segments, each after a slash. */
  prefix: string;
  /** By its IANA name; empty for the process's. */
  formerTimeZone: string;
  subscriptions: { maxPerProject: number };
  delivery: {
    maxAttempts: number;
    retryBaseMs: number;
    retryFactor: number;
    retryJitter: number;
    timeoutMs: number;
    concurrency: number;
    concurrencyPerSubscription: number;
    leaseMs: number;
    tickSeconds: number;
    allowPrivateNetworks: boolean;
    allowedNetworks: string[];
    httpsOnly: boolean;
    retentionDays: number;
    deadRetentionDays: number;
  };
  /** The content types that work can be about; every type of the application when there is no list. */
  contentTypes?: readonly string[];
  signOff: {
    /** The key of a project; empty for none. */
    project: string;
    types: Readonly<Record<string, SignOffRule>>;
    approvals: readonly string[];
    language: TextLanguage;
  };
  notify: { emails: string[]; deadLetters: number };
  metrics: { token: string };
  answer: { unreadTimeoutMs: number };
  openapi: { document: boolean; page: boolean };
  graphql: { types: boolean };
  requireIfMatch: boolean;
  waiting: { maxRequests: number };
  idempotency: { retentionHours: number };
  rateLimit: { readsPerMinute: number; writesPerMinute: number; failedAuthenticationPerMinute: number };
  /** Empty without one; otherwise `readRedisUrl` reads it. */
  redis: { url: string };
  /** Replaces the default moves. Its statuses are checked at boot, when the content types are loaded. */
  moves?: TicketMoves;
  /** The moves of projects that have their own, by the project's key. */
  projectMoves?: Readonly<Record<string, TicketMoves>>;
}

/**
 * How much longer than an attempt a lease must be: time to record the outcome, and for a pause of the process.
 */
const LEASE_MARGIN_MS = 15_000;

/** The names of all options, with dots; the last two have no variable. */
const OPTIONS: readonly string[] = [...SETTINGS.map(({ option }) => option), 'moves', 'projectMoves'];

type Env = (name: string) => string | undefined;

function defaults({ env }: { env: Env }): Record<string, unknown> {
  const config = {};
  for (const setting of SETTINGS) {
    // An empty variable counts as not set: a .env file may leave a value out.
    set(config, setting.option, env(setting.variable) || setting.default);
  }
  return config;
}

/**
 * Checks the configuration and replaces each value by the parsed one.
 * @throws Error with a sentence that names the setting, so that Strapi does not start
 */
function validator(config: Record<string, unknown>): void {
  assertKnownOptions(config);
  for (const { variable, option, schema, isSecret } of SETTINGS) {
    const parsed = schema.safeParse(get(config, option));
    if (!parsed.success) {
      const reason = parsed.error.issues.map((issue) => issue.message).join('; ');
      const value = isSecret ? 'not valid' : JSON.stringify(get(config, option));
      throw new Error(`${variable} (${option}) is ${value}: ${reason}.`);
    }
    set(config, option, parsed.data);
  }
  const { delivery, moves, projectMoves = {} } = config as unknown as Config;
  const shortestLeaseMs = delivery.timeoutMs + LEASE_MARGIN_MS;
  if (delivery.leaseMs < shortestLeaseMs) {
    throw new Error(
      `DELIVERY_LEASE_MS (delivery.leaseMs) is ${delivery.leaseMs}: ` +
        `it must be at least DELIVERY_TIMEOUT_MS and ${LEASE_MARGIN_MS} ms, that is ${shortestLeaseMs}.`,
    );
  }
  if (moves !== undefined && !isMoves(moves)) {
    throw new Error('moves must be an object that gives each ticket status a list of statuses.');
  }
  for (const [key, own] of Object.entries(projectMoves)) {
    if (!isMoves(own)) {
      throw new Error(
        `projectMoves.${key} must be an object that gives each ticket status a list of statuses.`,
      );
    }
  }
}

/**
 * A misspelt option would be passed over, and what it was to protect be open.
 * @param group the option that these are in, with a dot after it
 * @throws Error that names the first that there is none of, and those that there are
 */
function assertKnownOptions(options: Record<string, unknown>, group = ''): void {
  for (const [name, value] of Object.entries(options)) {
    const option = `${group}${name}`;
    if (OPTIONS.includes(option)) continue;
    if (!OPTIONS.some((one) => one.startsWith(`${option}.`))) {
      const ofGroup = OPTIONS.filter((one) => one.startsWith(group)).map((one) => one.slice(group.length));
      const known = [...new Set(ofGroup.map((one) => one.split('.')[0]))].join(', ');
      throw new Error(
        `The plugin has no option ${option}. The options ${group && `of ${group.slice(0, -1)} `}are ${known}.`,
      );
    }
    if (isPlainObject(value)) assertKnownOptions(value as Record<string, unknown>, `${option}.`);
  }
}

const isMoves = (moves: unknown): moves is TicketMoves =>
  typeof moves === 'object' && moves !== null && Object.values(moves).every(Array.isArray);

export const config = { default: defaults, validator };

/** The plugin's configuration as it was checked at boot. */
export const configOf = (strapi: Core.Strapi): Config => strapi.config.get<Config>('plugin::work-tracking');

const PRIVATE_NETWORKS = 'plugin::work-tracking.delivery.allowPrivateNetworks';

/**
 * Decides whether deliveries may reach private networks, unless it is set: they may under `strapi develop`, which is
 * what runs with `autoReload`. However else Strapi is started, others may be able to subscribe.
 */
export function decidePrivateNetworks(strapi: Core.Strapi): void {
  if (strapi.config.get(PRIVATE_NETWORKS) !== undefined) return;
  strapi.config.set(PRIVATE_NETWORKS, strapi.config.get('autoReload') === true);
}

/** The path of v1 in the application: `/api/v1` unless it is configured otherwise. */
export const apiPath = (strapi: Core.Strapi): string =>
  `${strapi.config.get<string>('api.rest.prefix', '/api')}${configOf(strapi).prefix}`;
