import type { Core } from '@strapi/types';
import { registerMigration } from '../host/migrations';
import { API_TOKEN_PERMISSION, OWN_TYPES, USER_PERMISSION } from '../uids';

const V1 = `${OWN_TYPES}v1-`;

/**
 * Strapi's name for an action of v1: `ticket.find` is `plugin::work-tracking.v1-ticket.find`. Without the `v1-` it would
 * be the name that Strapi asks for wherever its content API or GraphQL reads the content type `ticket`, and a token of
 * one project would read all of them there.
 */
export const strapiAction = (action: string): string => `${V1}${action}`;

/** v1's name for an action that `strapiAction` has named. */
export const v1Action = (name: string): string => name.slice(V1.length);

/** The actions of v1 that let a token read a type's records, by Strapi's names. */
export const readActions = (uid: string): string[] =>
  ['find', 'findOne'].map((verb) => strapiAction(`${uid.slice(OWN_TYPES.length)}.${verb}`));

/** Is it an action of v1, by Strapi's name? */
export const isV1 = (name: string): boolean => name.startsWith(V1);

/**
 * Gives the actions that tokens and roles hold their new names, once, at the first start with a database from before
 * they had `v1-`. It is a migration because Strapi deletes actions that it does not know as soon as it starts.
 */
export async function renameStoredActions(strapi: Core.Strapi): Promise<void> {
  await registerMigration(strapi, 'work-tracking-01-actions-of-v1', async (transaction, db) => {
    for (const uid of [API_TOKEN_PERMISSION, USER_PERMISSION]) {
      if (uid in strapi.contentTypes) await rename(transaction, db.metadata.get(uid).tableName);
    }
  });
}

async function rename(transaction: Core.Strapi['db']['connection'], table: string): Promise<void> {
  if (!(await transaction.schema.hasTable(table))) return;
  const held = await transaction<{ action: string }>(table)
    .distinct('action')
    .where('action', 'like', `${OWN_TYPES}%`);
  for (const { action } of held) {
    if (isV1(action)) continue;
    await transaction(table)
      .where({ action })
      .update({ action: strapiAction(action.slice(OWN_TYPES.length)) });
  }
}
