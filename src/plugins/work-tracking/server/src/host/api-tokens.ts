import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { assertMethods } from './known';

/** Strapi's service of the API tokens of its content API, as far as it is used here. */
export interface ApiTokens {
  hash(accessKey: string): string;
  create(attributes: object): Promise<{ id: number; accessKey: string }>;
  exists(where: object): Promise<boolean>;
  revoke(id: number | string): Promise<unknown>;
}

const SERVICE = 'admin::api-token-content-api';

export const apiTokens = (strapi: Core.Strapi): ApiTokens => strapi.service(SERVICE) as unknown as ApiTokens;

/** Strapi's service of administrators' tokens, which older versions do not have. */
interface AdminTokens {
  authenticateAdminToken(accessKey: string): Promise<{ ability?: unknown }>;
}

/**
 * What the token of an administrator allows by which a request to Strapi's MCP server was made: Strapi does not leave it
 * in the request's state.
 * @returns undefined when the token is not valid any more
 */
export async function abilityOfAdminToken(strapi: Core.Strapi, ctx: Context): Promise<unknown> {
  const tokens = strapi.service('admin::api-token-admin') as unknown as AdminTokens;
  const [, accessKey = ''] = ctx.get('authorization').trim().split(/\s+/);
  return (await tokens.authenticateAdminToken(accessKey)).ability;
}

/** @throws Error when Strapi has no such service: 5.40 has none */
export function checkApiTokens(strapi: Core.Strapi): void {
  const service = apiTokens(strapi) as unknown as object | undefined;
  assertMethods(strapi, SERVICE, service ?? {}, ['hash', 'create', 'exists', 'revoke']);
}
