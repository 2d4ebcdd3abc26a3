import { invalidField } from '../../../domain/errors';
import type { DocumentWrite } from './document-write';

type Values = Record<string, unknown>;

/** The part of a stored record that it has from its creation on. */
export interface StoredRecord {
  id: number;
  documentId: string;
  createdAt: string | Date;
  locale?: string | null;
}

/** The id and the time of creation: the service gives them, and they never change. */
const GIVEN_ONCE = ['id', 'documentId', 'createdAt', 'locale'] as const;

/** Strapi's database layer takes the relation by the name of its column, too. */
const CREATOR = ['createdBy', 'created_by_id'];

/**
 * Removes id, document id, creation time and locale from a new record's data. The document service looks for a record
 * with the id that it is given before any lifecycle runs, and would tell that there is one.
 */
export function leaveIdsToService({ params: { data } }: DocumentWrite): void {
  if (data) for (const name of GIVEN_ONCE) delete data[name];
}

/** The same for every way of creating a record, and sets its times. Strapi gives it an id where there is none. */
export function giveIdAndTimes(data: Values): void {
  const now = new Date();
  for (const name of GIVEN_ONCE) delete data[name];
  // Strapi can't clone a record without publishedAt.
  Object.assign(data, { createdAt: now, updatedAt: now, publishedAt: now });
}

/**
 * Removes what a form sends back unchanged of these attributes, so that it is not written again.
 * @param before the record as it is stored, under its lock
 * @throws WorkTrackingError `validation_failed` for another value than the stored one
 */
export function keepIdAndTimes(before: StoredRecord, data: Values): void {
  for (const name of CREATOR) delete data[name];
  if (!data.publishedAt) delete data.publishedAt;
  for (const name of GIVEN_ONCE) {
    const given = data[name];
    delete data[name];
    if (given === undefined || comparable(name, given) === comparable(name, before[name])) continue;
    throw invalidField(name, `The service gives each record its ${name}, which never changes.`, 'read_only');
  }
}

function comparable(name: (typeof GIVEN_ONCE)[number], value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null;
  if (name === 'createdAt') return new Date(value as string | Date).getTime();
  return name === 'id' ? Number(value) : value;
}
