import type { Core } from '@strapi/types';
import type { DeliveryFilterState } from '../../../../domain/delivery';
import type { SentEventType } from '../../../../domain/events';
import { PERIOD_MS, type Period } from '../../../../domain/period';
import { databaseNow } from '../../database/clock';
import { omitUndefined } from '../../paging/page';
import { ownerFilter, stateFilter } from '../../records/delivery';
import { DELIVERY } from '../../uids';
import { contentAccess, type ContentAccess, type PermittedQuery } from '../content-access';
import { readableProjectId } from '../project-choices';
import type { Administrator } from '../route';
import { searchFilter } from './search';

/** A period up to now by its name, or a range. */
export interface TimeFilter {
  period?: Period | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** Filters by what a delivery is about and where it goes. */
export interface SubjectFilters {
  /** A project's public id. */
  project?: string | undefined;
  /** A subscription's public id. */
  subscription?: string | undefined;
  eventType?: SentEventType | undefined;
}

export interface DeliveryFilters extends SubjectFilters, TimeFilter {
  state?: DeliveryFilterState | undefined;
  /** The id of an event, or the ref of a ticket such as `WEB-12`. */
  search?: string | undefined;
}

export const periodStart = (period: Period): Date => new Date(databaseNow().getTime() - PERIOD_MS[period]);

/**
 * The content manager's permissions for deliveries.
 * @throws WorkTrackingError `not_permitted` unless their states may be read, which every part of the page shows
 */
export function deliveryAccess(strapi: Core.Strapi, admin: Administrator): ContentAccess {
  const access = contentAccess(strapi, admin, DELIVERY);
  access.assertCanRead('state');
  return access;
}

/** A query for the deliveries that match the filters and may be read. */
export async function deliveryQuery(
  strapi: Core.Strapi,
  admin: Administrator,
  { project, subscription, eventType, state, search, period, since, until }: DeliveryFilters,
): Promise<PermittedQuery> {
  const access = deliveryAccess(strapi, admin);
  // The searched column has an index of its own. Beside other equalities a planner without statistics may go through
  // all that one of them finds, so that these are ranges then.
  const equals = <Value>(value: Value | undefined) =>
    search === undefined || value === undefined ? value : { $between: [value, value] };
  const { where, populate } = await access.query(
    omitUndefined({ subscriptionId: equals(subscription), eventType: equals(eventType) }),
  );
  const projectId =
    project === undefined ? undefined : await readableProjectId(strapi, admin, access, project);
  const inState = stateFilter(state);
  const from = period ? periodStart(period) : since;
  const conditions = [
    where,
    omitUndefined({ ...inState, state: equals(inState.state) }),
    ...(search === undefined ? [] : [await searchFilter(strapi, admin, access, search)]),
    ...(projectId === undefined
      ? []
      : [search === undefined ? ownerFilter(projectId, subscription) : { project_id: equals(projectId) }]),
    ...(from ? [{ createdAt: { $gte: from } }] : []),
    ...(until ? [{ createdAt: { $lte: until } }] : []),
  ].filter((condition) => Object.keys(condition).length > 0);
  return { where: conditions.length > 0 ? { $and: conditions } : {}, populate };
}
