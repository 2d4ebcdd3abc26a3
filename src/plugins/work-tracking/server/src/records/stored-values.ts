import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import union from 'lodash/union';
import { memoizePerInstance } from '../database/memoize-per-instance';
import { tableOf } from '../database/tables';
import { DECISION, TICKET } from '../uids';
import {
  attributesOf,
  publicComponentFields,
  publicCustomFields,
  type Attribute,
  type Attributes,
} from './custom-fields';

/** The values of an enumeration that rows have had at the start. */
const valuesInRows = memoizePerInstance((_attribute: Attribute): string[] => []);

/** The values of an enumeration: those of the builder, and those that were taken out of it and that rows have. */
export const storedValues = (attribute: Attribute): string[] =>
  union(attribute.enum, valuesInRows(attribute));

/** Looks for the values that tickets, decisions and their components have in their enumerations. */
export async function findStoredValues(strapi: Core.Strapi): Promise<void> {
  const priority = pick(attributesOf(strapi, TICKET), 'priority');
  await findValues(strapi, TICKET, { ...priority, ...publicCustomFields(strapi, TICKET) });
  await findValues(strapi, DECISION, publicCustomFields(strapi, DECISION));
}

/** @param uid of a type or a component that has these attributes */
async function findValues(strapi: Core.Strapi, uid: string, attributes: Attributes): Promise<void> {
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.type === 'enumeration') {
      valuesInRows(attribute).push(...(await valuesOf(strapi, uid, name)));
    }
    const { component, components = [] } = attribute;
    for (const part of component === undefined ? components : [component]) {
      await findValues(strapi, part, publicComponentFields(strapi, part));
    }
  }
}

/** Byte by byte on every database: a value may have made place for one that differs in capitals alone. */
async function valuesOf(strapi: Core.Strapi, uid: string, name: string): Promise<string[]> {
  const { columnName } = strapi.db.metadata.get(uid).attributes[name] as { columnName: string };
  const exactly = strapi.db.dialect.client === 'mysql' ? 'binary ??' : '??';
  const groups = await tableOf(strapi, uid)
    .min<{ value: string }[]>({ value: columnName })
    .whereNotNull(columnName)
    .groupByRaw(exactly, [columnName]);
  return groups.map(({ value }) => value);
}
