import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import { TICKET } from '../uids';
import { populateCustomFields } from './custom-fields';
import { PERSON_COLUMNS } from './person';

/** The `populate` for the relations, beside the project, that a record shows as the service's own. */
export const populateOwnRelations = (uid: string): Record<string, unknown> =>
  uid === TICKET ? { assignee: { select: [...PERSON_COLUMNS, 'updatedAt'] } } : {};

/** The same and its custom fields; undefined where the row itself holds everything. */
export function populateRecord(strapi: Core.Strapi, uid: string): Record<string, unknown> | undefined {
  const populate = { ...populateOwnRelations(uid), ...populateCustomFields(strapi, uid) };
  return Object.keys(populate).length === 0 ? undefined : populate;
}

/** The same in the words of Strapi's document service. */
export function populateInDocument(strapi: Core.Strapi, uid: string): Record<string, unknown> | undefined {
  const populate = populateRecord(strapi, uid);
  return populate && mapValues(populate as Populate, inDocument);
}

type Populate = Readonly<Record<string, true | Part>>;

interface Part {
  select?: readonly string[];
  populate?: Populate;
  on?: Populate;
}

function inDocument(part: true | Part): unknown {
  if (part === true) return part;
  const { select, populate, on } = part;
  return {
    ...(select && { fields: select }),
    ...(populate && { populate: mapValues(populate, inDocument) }),
    ...(on && { on: mapValues(on, inDocument) }),
  };
}
