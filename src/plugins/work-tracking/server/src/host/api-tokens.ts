import type { Core } from '@strapi/types';
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

/** @throws Error when Strapi has no such service: 5.40 has none */
export function checkApiTokens(strapi: Core.Strapi): void {
  const service = apiTokens(strapi) as unknown as object | undefined;
  assertMethods(strapi, SERVICE, service ?? {}, ['hash', 'create', 'exists', 'revoke']);
}
