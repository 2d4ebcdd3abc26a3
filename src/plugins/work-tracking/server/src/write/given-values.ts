import type { Core } from '@strapi/types';
import { invalidField } from '../../../domain/errors';
import { readJsonText, roundedNumbers } from '../../../domain/json-text';
import { assertStorable } from '../../../domain/storable';
import { attributesOf, componentFields, NESTED_TYPES, type Attributes } from '../records/custom-fields';
import { asStrapiError } from './refusals';
import type { StoredRow } from './rows';
import type { DocumentWrite } from './strapi-writes';

type Values = Record<string, unknown>;

/**
 * Prepares what is to be written before the type's rules see it: text in a JSON attribute is read, as Strapi stores
 * it and its JSON editor sends it, and what the databases can't store is refused.
 */
export function prepareColumns(strapi: Core.Strapi, uid: string, data: Values): void {
  Object.assign(data, preparedColumns(attributesOf(strapi, uid), data));
}

/**
 * The same for what is given for components and dynamic zones. Strapi writes those before the record, as
 * rows of types that others may use too, so that no lifecycle knows what they are for.
 */
export function prepareGivenParts(strapi: Core.Strapi, { uid, params }: DocumentWrite): void {
  if (!params.data) return;
  try {
    params.data = withPreparedParts(strapi, attributesOf(strapi, uid), params.data, '');
  } catch (error) {
    throw asStrapiError(error);
  }
}

/**
 * @param path what stands before the names in errors
 * @returns the values that have to take the place of those that were given
 */
function preparedColumns(attributes: Attributes, data: Values, path = ''): Values {
  const prepared: Values = {};
  for (const [name, value] of Object.entries(data)) {
    const { type } = attributes[name] ?? {};
    if (type === undefined || NESTED_TYPES.includes(type)) continue;
    const ownPath = `${path}${name}`;
    const text = type === 'json' && typeof value === 'string' ? value : undefined;
    const given = text === undefined ? value : readJsonText(ownPath, text);
    assertStorable(given, {
      name: ownPath,
      ...(text === undefined ? {} : { rounded: roundedNumbers(text) }),
    });
    // The other kinds of JSON are stored as their text.
    if (given === null || typeof given === 'object') prepared[name] = given;
  }
  return prepared;
}

function withPreparedParts(strapi: Core.Strapi, attributes: Attributes, data: Values, path: string): Values {
  const prepared = { ...data };
  for (const [name, { type, component = '' }] of Object.entries(attributes)) {
    const given = data[name];
    if (given === undefined) continue;
    const ownPath = `${path}${name}`;
    if (type === 'component') {
      prepared[name] = Array.isArray(given)
        ? given.map((part: unknown, index) => preparedPart(strapi, component, part, `${ownPath}.${index}`))
        : preparedPart(strapi, component, given, ownPath);
    } else if (type === 'dynamiczone' && Array.isArray(given)) {
      prepared[name] = given.map((part: unknown, index) => {
        const { __component: uid } = Object(part) as { __component?: unknown };
        return preparedPart(strapi, String(uid), part, `${ownPath}.${index}`);
      });
    }
  }
  return prepared;
}

/** Leaves a value that is no component to Strapi, which refuses it. */
function preparedPart(strapi: Core.Strapi, uid: string, part: unknown, path: string): unknown {
  if (typeof part !== 'object' || part === null || !Object.hasOwn(strapi.components, uid)) return part;
  const attributes = componentFields(strapi, uid);
  const given = part as Values;
  const columns = { ...given, ...preparedColumns(attributes, given, `${path}.`) };
  return withPreparedParts(strapi, attributes, columns, `${path}.`);
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
export function keepIdAndTimes(before: StoredRow, data: Values): void {
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
