import type { Core } from '@strapi/types';
import { configOf } from '../config';
import { beforeVerifying, type Auth } from '../host/authentication';
import { errors } from '../host/strapi-utils';
import { API_TOKEN } from '../uids';
import { PROJECT_BINDING } from './bindings';

const { ForbiddenError } = errors;

/** The extension service of @strapi/plugin-graphql, as far as it is used here. */
interface GraphqlExtension {
  shadowCRUD(uid: string): { disable(): void };
}

/**
 * Keeps the plugin's types out of GraphQL, which knows no projects: queries, mutations, and the relations that other
 * types have to them. The setting `GRAPHQL_TYPES` lets them in.
 */
export function keepOutOfGraphql(strapi: Core.Strapi, types: readonly string[]): void {
  if (!('graphql' in strapi.plugins) || configOf(strapi).graphql.types) return;
  const extension: GraphqlExtension = strapi.plugin('graphql').service('extension');
  for (const uid of types) extension.shadowCRUD(uid).disable();
}

/**
 * Strapi asks whether a caller may read a type wherever its own routes or GraphQL come to it through another one: a
 * relation that is populated, filtered or sorted by, or set. Its full-access and read-only tokens always may. One that
 * is bound to a project may not where the type is of this plugin: v1 alone shows it its project's records.
 */
export function keepBoundTokensToV1(strapi: Core.Strapi, types: readonly string[]): void {
  beforeVerifying(strapi, async (auth, scopes) => {
    const asksForType = scopes.some((scope) => types.some((uid) => scope.startsWith(`${uid}.`)));
    if (asksForType && (await isBoundToken(strapi, auth))) throw new ForbiddenError();
  });
}

async function isBoundToken(strapi: Core.Strapi, auth: Auth | undefined): Promise<boolean> {
  if (auth?.strategy.name !== 'content-api-token' || !auth.credentials) return false;
  const bound = await strapi.db.query(API_TOKEN).count({
    where: { id: auth.credentials.id, [PROJECT_BINDING]: { id: { $notNull: true } } },
  });
  return bound > 0;
}
