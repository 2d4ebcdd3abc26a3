import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { wrapContentManager } from '../../host/content-manager-routes';
import { noteSeenRecord } from '../../write/optimistic-lock';

/**
 * The content manager's form sends the version that it was loaded at among the attributes; this hands it to the
 * optimistic lock. Forms of a role that may not read the version send none.
 */
export const passFormVersions = (strapi: Core.Strapi): void =>
  wrapContentManager(strapi, (ctx, next) => passFormVersion(strapi, ctx, next), ['collection-types.update']);

function passFormVersion(strapi: Core.Strapi, ctx: Context, next: Next): Promise<unknown> {
  const { id: documentId } = ctx.params as { id: string };
  const { version } = (ctx.request as { body?: { version?: unknown } }).body ?? {};
  if (typeof version === 'number') noteSeenRecord(strapi, { documentId, version });
  return next();
}
