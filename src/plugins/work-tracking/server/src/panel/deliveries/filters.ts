import type { Core } from '@strapi/types';
import type { DeliveryState } from '../../../../domain/delivery';
import type { SentEventType } from '../../../../domain/events';
import { PERIOD_MS, type Period } from '../../../../domain/period';
import { databaseNow } from '../../database-clock';
import { given } from '../../page';
import { DELIVERY, PROJECT } from '../../uids';
import { contentAccess, type ContentAccess, type PermittedQuery } from '../content-access';
import type { Administrator } from '../route';

/** A stretch of time: up to now by name, or from and to. */
export interface TimeFilter {
  period?: Period | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** What a delivery is of, and to whom. */
export interface SubjectFilters {
  /** A project's public id. */
  project?: string | undefined;
  /** A subscription's public id. */
  subscription?: string | undefined;
  eventType?: SentEventType | undefined;
}

export interface DeliveryFilters extends SubjectFilters, TimeFilter {
  state?: DeliveryState | undefined;
}

export const periodStart = (period: Period): Date => new Date(databaseNow().getTime() - PERIOD_MS[period]);

/**
 * The content manager's permissions for deliveries.
 * @throws PolicyError unless their states may be read: every part of the console tells them
 */
export function deliveryAccess(strapi: Core.Strapi, admin: Administrator): ContentAccess {
  const access = contentAccess(strapi, admin, DELIVERY);
  access.assertCanRead('state');
  return access;
}

/** What finds the deliveries that were asked for and may be read. */
export async function deliveryQuery(
  strapi: Core.Strapi,
  admin: Administrator,
  { project, subscription, eventType, state, period, since, until }: DeliveryFilters,
): Promise<PermittedQuery> {
  const access = deliveryAccess(strapi, admin);
  const { where, populate } = await access.query(given({ subscriptionId: subscription, eventType, state }));
  const from = period ? periodStart(period) : since;
  const conditions = [
    where,
    ...(project === undefined ? [] : [await inProject(strapi, admin, access, project)]),
    ...(from ? [{ createdAt: { $gte: from } }] : []),
    ...(until ? [{ createdAt: { $lte: until } }] : []),
  ].filter((condition) => Object.keys(condition).length > 0);
  return { where: conditions.length > 0 ? { $and: conditions } : {}, populate };
}

/** By the column rather than the relation: the database finds the rows of a project, in order, in one index. */
async function inProject(
  strapi: Core.Strapi,
  admin: Administrator,
  access: ContentAccess,
  documentId: string,
): Promise<{ project_id: number }> {
  const projects = contentAccess(strapi, admin, PROJECT);
  access.assertCanRead('project');
  projects.assertCanRead();
  const project: { id: number } | null = await strapi.db
    .query(PROJECT)
    .findOne(await projects.query({ documentId }));
  return { project_id: project?.id ?? 0 };
}
