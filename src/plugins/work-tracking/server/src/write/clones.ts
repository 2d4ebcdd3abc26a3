import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import omit from 'lodash/omit';
import { lockRow } from '../database/locks';
import { attributesOf } from '../records/custom-fields';
import { changedAttributes } from './changes';
import type { InProject, StoredRow } from './rows';
import type { RecordRules } from './rules';
import type { DocumentWrite } from './strapi-writes';

type Values = Record<string, unknown>;

/**
 * Lets "Duplicate" in the panel and `clone` in code create a record that the rules for new ones accept. The panel's
 * form sends back the original's own values: they count as not given, and another value is judged by the rules.
 * @param rules none of a type that is no record of a project
 */
export async function readCopy(
  strapi: Core.Strapi,
  { uid, params }: DocumentWrite,
  rules: RecordRules | undefined,
): Promise<void> {
  const original = await originalOf(strapi, uid, params.documentId ?? '');
  // Strapi answers that there is none.
  if (original === null) return;
  // Strapi 5.54 stores null in place of one that is given, and can't clone such a record again.
  const data = omit(params.data, 'publishedAt');
  const given = changedAttributes(strapi, uid, original, data).filter(
    (name) => data[name] !== null && data[name] !== '',
  );
  const copied = { ...asJsonText(strapi, uid, data), ...omit(rules?.fresh, given) };
  params.data = { ...copied, ...(await rules?.forCopy?.(strapi, copied, original)) };
}

/**
 * The original stays as it is until the copy is made: a copy would begin with the fields of before a change, under a slug
 * that only the change has set free. On MySQL and MariaDB it is not locked: with it InnoDB locks the gap before it in the
 * index of public ids, and whoever waits for it does, too. A copy that came to stand there would end one of the two.
 * @returns null when there is no such row
 */
function originalOf(
  strapi: Core.Strapi,
  uid: string,
  documentId: string,
): Promise<InProject<StoredRow> | null> {
  const populate = 'project' in attributesOf(strapi, uid) ? { project: true } : {};
  return strapi.db.dialect.client === 'mysql'
    ? strapi.db.query(uid).findOne({ where: { documentId }, populate })
    : lockRow(strapi, uid, { documentId }, populate);
}

/**
 * Strapi merges what is given for a clone into what the original has, lists and objects too: keys and entries that were
 * taken away would stay. A text replaces them, and the type's lifecycles read it.
 */
function asJsonText(strapi: Core.Strapi, uid: string, data: Values): Values {
  const attributes = attributesOf(strapi, uid);
  return mapValues(data, (value, name) =>
    attributes[name]?.type === 'json' && typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : value,
  );
}
