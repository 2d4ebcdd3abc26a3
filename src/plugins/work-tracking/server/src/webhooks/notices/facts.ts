import type { Core } from '@strapi/types';
import maxBy from 'lodash/maxBy';
import {
  deadLettersNotice,
  disabledNotice,
  type LastFailure,
  type NoticeText,
} from '../../../../domain/notice';
import { configOf } from '../../config';
import { countBounded } from '../../database/bounded-count';
import { tableOf } from '../../database/tables';
import { stateFilter, type Delivery, type StoredAttempt } from '../../records/delivery';
import type { Project } from '../../records/project';
import type { Subscription } from '../../records/subscription';
import { ATTEMPT, DELIVERY, PROJECT, SUBSCRIPTION } from '../../uids';
import type { ClaimedNotice } from './store';

/** How many of a subscription's newest deliveries are searched for the last failed attempt. */
const LOOKED_AT = 200;

/**
 * The content of a notice, as things are now.
 * @returns undefined when there is nothing to tell any more: the subscription is active again or deleted, the dead
 * deliveries were sent again
 */
export const noticeText = (
  strapi: Core.Strapi,
  { kind, targetId }: ClaimedNotice,
): Promise<NoticeText | undefined> =>
  kind === 'subscription_disabled' ? disabled(strapi, targetId) : deadLetters(strapi, targetId);

async function disabled(strapi: Core.Strapi, documentId: string): Promise<NoticeText | undefined> {
  const subscription: (Subscription & { project: Project }) | null = await strapi.db
    .query(SUBSCRIPTION)
    .findOne({ where: { documentId }, populate: { project: true } });
  if (subscription === null || subscription.active || subscription.disabledReason === null) return undefined;
  const { url, project, disabledReason: reason, failingSince } = subscription;
  const [held, lastFailure] = await Promise.all([
    countBounded(strapi, DELIVERY, { subscriptionId: documentId, state: 'held' }),
    lastTriedOf(strapi, documentId).then((id) => failureOf(strapi, id)),
  ]);
  const since = failingSince === null ? null : new Date(failingSince);
  return disabledNotice({
    project,
    subscription: { documentId, url, reason, failingSince: since },
    held,
    lastFailure,
    panelUrl: panelUrl(strapi),
  });
}

async function deadLetters(strapi: Core.Strapi, documentId: string): Promise<NoticeText | undefined> {
  const project: Project | null = await strapi.db.query(PROJECT).findOne({ where: { documentId } });
  if (project === null) return undefined;
  const where = { project_id: project.id, ...stateFilter('dead') };
  const dead = await countBounded(strapi, DELIVERY, where);
  if (dead < configOf(strapi).notify.deadLetters) return undefined;
  const [newest]: Delivery[] = await strapi.db
    .query(DELIVERY)
    .findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], limit: 1 });
  const subscription: Subscription | null = await strapi.db
    .query(SUBSCRIPTION)
    .findOne({ where: { documentId: newest?.subscriptionId } });
  return deadLettersNotice({
    project,
    dead,
    subscription: subscription ?? undefined,
    lastFailure: await failureOf(strapi, newest?.id),
    panelUrl: panelUrl(strapi),
  });
}

/** The row id of the delivery that was tried last without success. */
async function lastTriedOf(strapi: Core.Strapi, subscriptionId: string): Promise<number | undefined> {
  const newest = tableOf(strapi, DELIVERY)
    .select('id', 'state', 'attempts', 'updated_at')
    .where({ subscription_id: subscriptionId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(LOOKED_AT);
  const tried: { id: number; updated_at: Date | number | string }[] = await strapi.db.connection
    .from(newest.as('newest'))
    .select('id', 'updated_at')
    .whereNot({ state: 'delivered' })
    .where('attempts', '>', 0);
  return maxBy(tried, (row) => new Date(row.updated_at).getTime())?.id;
}

/** The last attempt of a delivery, if it has failed. Of what a receiver has answered only the status is told. */
async function failureOf(
  strapi: Core.Strapi,
  deliveryId: number | undefined,
): Promise<LastFailure | undefined> {
  if (deliveryId === undefined) return undefined;
  const [attempt]: StoredAttempt[] = await strapi.db.query(ATTEMPT).findMany({
    where: { delivery_id: deliveryId, result: { $ne: 'delivered' } },
    orderBy: { number: 'desc' },
    limit: 1,
  });
  if (!attempt) return undefined;
  const { startedAt, statusCode, result, message } = attempt;
  const what = statusCode === null ? `${result}: ${message ?? ''}` : `answered with ${statusCode}`;
  return { at: new Date(startedAt), what };
}

const panelUrl = (strapi: Core.Strapi): string => strapi.config.get('admin.absoluteUrl', '');
