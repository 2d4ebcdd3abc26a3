import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { assertStorable } from '../../../domain/storable';
import { wrapContentManager } from '../host/content-manager-routes';
import { isOwnType } from '../uids';
import { asStrapiError } from '../write/refusals';
import { assertInteger, assertIntegersInFilters } from './integers';
import { leadsToOwnType, ownParts } from './own-parts';

/**
 * Refuses what no database can store, in a request's path, query and body: PostgreSQL answers with an error wherever
 * it is looked for.
 * @throws WorkTrackingError `validation_failed`
 */
export function assertStorableRequest(ctx: Context): void {
  const { body } = ctx.request as { body?: unknown };
  assertStorable({ ...(ctx.params as object), ...ctx.query });
  if (typeof body === 'object' && body !== null) assertStorable(body);
}

/**
 * The same for the content manager's own routes, as far as they are about our types: all of a request for one of them,
 * or for a relation that leads to one, and of other requests what they filter by or give for such relations. Numbers
 * there must be in the range of their columns.
 */
export const refuseUnstorableRequests = (strapi: Core.Strapi): void =>
  wrapContentManager(strapi, (ctx, next) => refuseUnstorable(strapi, ctx, next));

function refuseUnstorable(strapi: Core.Strapi, ctx: Context, next: Next): Promise<unknown> {
  try {
    assertUsable(strapi, ctx);
  } catch (error) {
    throw asStrapiError(error);
  }
  return next();
}

function assertUsable(strapi: Core.Strapi, ctx: Context): void {
  const { body } = ctx.request as { body?: { contentTypeUID?: string } };
  const { filters, idsToOmit, idsToInclude } = ctx.query as Record<string, unknown>;
  // The routes that make and check a UID name the type in their body.
  const { model = body?.contentTypeUID, targetField } = ctx.params as {
    model?: string;
    targetField?: string;
  };
  if (model === undefined) return;
  if (isOwnType(model) || (targetField !== undefined && leadsToOwnType(strapi, model, targetField))) {
    assertStorableRequest(ctx);
    assertInteger('idsToOmit', idsToOmit);
    assertInteger('idsToInclude', idsToInclude);
  }
  if (isOwnType(model)) {
    assertIntegersInFilters(strapi, model, filters);
    return;
  }
  for (const { uid, name, value } of ownParts(strapi, model, filters)) {
    assertStorable(value, { name });
    assertIntegersInFilters(strapi, uid, value);
  }
  for (const { name, value } of ownParts(strapi, model, body)) assertStorable(value, { name });
}
