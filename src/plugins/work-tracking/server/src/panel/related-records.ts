import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import pick from 'lodash/pick';
import { wrapContentManager } from '../host/content-manager-routes';
import { attributesOf } from '../records/custom-fields';
import { contentAccess } from './content-access';
import { leadsToOwnType } from './own-parts';
import type { Administrator } from './route';

type Row = Record<string, unknown>;

/** The attributes that a person sees of a record that they may not read; Strapi's own relation fields show them, too. */
const IDS = ['id', 'documentId'];

/** The actions that answer with records of a type: a list in `results`, one in `data`. */
const ACTIONS = [
  'find',
  'findOne',
  'create',
  'update',
  'clone',
  'autoClone',
  'publish',
  'unpublish',
  'discard',
];

/**
 * Has the content manager's answers show of a related record of ours what the person may read of its type. Strapi goes
 * by the permission for the relation, and shows the whole record behind it.
 */
export const showReadableRelatedRecords = (strapi: Core.Strapi): void =>
  wrapContentManager(
    strapi,
    async (ctx, next) => {
      await next();
      await cutRelatedRecords(strapi, ctx);
    },
    ACTIONS.map((action) => `collection-types.${action}`),
  );

async function cutRelatedRecords(strapi: Core.Strapi, ctx: Context): Promise<void> {
  const { model } = ctx.params as { model: string };
  const { user, userAbility } = ctx.state as Administrator;
  const { results, data } = Object(ctx.body) as { results?: Row[]; data?: Row };
  const rows = results ?? (data ? [data] : []);
  const names = Object.keys(attributesOf(strapi, model)).filter((name) =>
    leadsToOwnType(strapi, model, name),
  );
  for (const name of names) {
    const shown = rows.filter((row) => isRecord(row[name]));
    if (shown.length === 0) continue;
    const access = contentAccess(
      strapi,
      { user, userAbility },
      attributesOf(strapi, model)[name]?.target ?? '',
    );
    const ids = shown.map((row) => (row[name] as Row).id as number);
    const readable = await access.readable([...new Set(ids)]);
    for (const row of shown) {
      const record = row[name] as Row;
      const visible = readable.get(record.id as number);
      row[name] = pick(record, visible ? Object.keys(visible) : IDS);
    }
  }
}

/** Is it a record? Where many are related, Strapi has a count in their place. */
const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'documentId' in value;
