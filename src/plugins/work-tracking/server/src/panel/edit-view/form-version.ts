import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { savingSeenRecord } from '../../lifecycles/optimistic-lock';
import { wrapContentManager } from '../content-manager-routes';

/**
 * The content manager's form sends the version that it was loaded at among the attributes; this hands it to the
 * optimistic lock. Forms of a role that may not read the version send none.
 */
export const passFormVersions = (strapi: Core.Strapi): void =>
  wrapContentManager(strapi, passFormVersion, ['collection-types.update']);

function passFormVersion(ctx: Context, next: Next): Promise<unknown> {
  const { id: documentId } = ctx.params as { id: string };
  const { version } = (ctx.request as { body?: { version?: unknown } }).body ?? {};
  return typeof version === 'number' ? savingSeenRecord({ documentId, version }, next) : next();
}
