import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { assertStorable } from '../../../domain/storable';
import { asStrapiError } from '../lifecycles/strapi-errors';
import { OWN_TYPES } from '../uids';
import { wrapContentManager } from './content-manager-routes';

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

/** The same for the content manager's own routes, as far as they are about our types. */
export const refuseUnstorableRequests = (strapi: Core.Strapi): void =>
  wrapContentManager(strapi, refuseUnstorable);

function refuseUnstorable(ctx: Context, next: Next): Promise<unknown> {
  const { model } = ctx.params as { model?: string };
  if (model?.startsWith(OWN_TYPES)) {
    try {
      assertStorableRequest(ctx);
    } catch (error) {
      throw asStrapiError(error);
    }
  }
  return next();
}
