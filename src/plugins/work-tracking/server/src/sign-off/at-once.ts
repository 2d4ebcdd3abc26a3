import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../domain/errors';
import { configOf } from '../config';
import { isConflict } from '../database/transact';
import { wrapContentManager } from '../host/content-manager-routes';
import { toStrapiError } from '../write/refusals';
import { isUnderSignOff } from './state';

/**
 * Says to who publishes an entry under sign-off in the content manager that somebody else does so at the same time. The
 * content manager has begun the transaction, so it can't be run again here: on MariaDB one of two is refused a lock.
 */
export function namePublishedAtOnce(strapi: Core.Strapi): void {
  if (Object.keys(configOf(strapi).signOff.types).length === 0) return;
  wrapContentManager(
    strapi,
    async (ctx, next) => {
      try {
        return await next();
      } catch (error) {
        const { model } = ctx.params as { model: string };
        throw isConflict(error) && isUnderSignOff(strapi, model) ? toStrapiError(publishedAtOnce()) : error;
      }
    },
    ['collection-types.publish', 'collection-types.bulkPublish', 'single-types.publish'],
  );
}

const publishedAtOnce = () =>
  new WorkTrackingError('changed_meanwhile', {
    message: 'Somebody else has published this at the same time. Nothing is published; try again.',
    contentDigest: null,
  });
