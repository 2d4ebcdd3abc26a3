import type { Core } from '@strapi/types';
import type { StoredAttempt } from './records/delivery';
import { ATTEMPT } from './uids';

/** The attempts at a delivery, first to last. */
export const attemptsAt = (strapi: Core.Strapi, delivery: { id: number }): Promise<StoredAttempt[]> =>
  strapi.db.query(ATTEMPT).findMany({ where: { delivery: { id: delivery.id } }, orderBy: { number: 'asc' } });
