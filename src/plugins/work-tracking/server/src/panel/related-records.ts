import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import groupBy from 'lodash/groupBy';
import { wrapContentManager } from '../host/content-manager-routes';
import { attributesOf } from '../records/custom-fields';
import { ADMIN_USER, FILE, isOwnType } from '../uids';
import { contentAccess } from './content-access';
import { isHeldByOwnType } from './own-parts';
import { ADMINISTRATOR_FIELDS } from './readable-fields';
import type { Administrator } from './route';

type Row = Record<string, unknown>;

/** The attributes that a person sees of a record that they may not read; Strapi's own relation fields show them, too. */
const IDS = ['id', 'documentId'];

/** What the list of a relation shows of each record beside the field that names it. */
const IN_RELATIONS = ['publishedAt', 'updatedAt', 'locale', 'status'];

/** The actions that answer with records of a type: a list in `results`, one in `data`. */
const ACTIONS = [
  ...['find', 'findOne', 'create', 'update', 'clone', 'autoClone', 'publish', 'unpublish', 'discard'],
  ...['delete', 'bulkFindForValidation'],
].map((action) => `collection-types.${action}`);
const SINGLE_ACTIONS = ['find', 'createOrUpdate', 'delete', 'publish', 'unpublish', 'discard'].map(
  (action) => `single-types.${action}`,
);
const RELATION_ACTIONS = ['relations.findAvailable', 'relations.findExisting'];

/**
 * Has the content manager's answers show of a related record of ours what the person may read of its type, and of an
 * administrator to whom our records lead the name. Strapi goes by the permission for the relation, and shows the whole
 * record behind it, of an administrator the address, too.
 */
export const showReadableRelatedRecords = (strapi: Core.Strapi): void => {
  const cutAfter =
    (cut: (ctx: Context) => void | Promise<void>) => async (ctx: Context, next: () => Promise<unknown>) => {
      await next();
      await cut(ctx);
    };
  wrapContentManager(
    strapi,
    cutAfter((ctx) => cutRelatedRecords(strapi, ctx)),
    [...ACTIONS, ...SINGLE_ACTIONS],
  );
  wrapContentManager(
    strapi,
    cutAfter((ctx) => cutListedAdministrators(strapi, ctx)),
    RELATION_ACTIONS,
  );
};

async function cutRelatedRecords(strapi: Core.Strapi, ctx: Context): Promise<void> {
  const { model } = ctx.params as { model: string };
  const { user, userAbility } = ctx.state as Administrator;
  const { results, data } = Object(ctx.body) as { results?: Row[]; data?: Row };
  const related = (results ?? (data ? [data] : [])).flatMap((row) =>
    relatedRecords(strapi, model, row, isOwnType(model)),
  );
  for (const { uid, record, isOurs } of related) {
    if (uid === ADMIN_USER && isOurs) keep(record, ADMINISTRATOR_FIELDS);
  }
  const own = groupBy(
    related.filter(({ uid }) => isOwnType(uid)),
    'uid',
  );
  for (const [uid, found] of Object.entries(own)) {
    const ids = found.map(({ record }) => record.id as number);
    const readable = await contentAccess(strapi, { user, userAbility }, uid).readable([...new Set(ids)]);
    for (const { record } of found) keep(record, Object.keys(readable.get(record.id as number) ?? {}), IDS);
  }
}

function cutListedAdministrators(strapi: Core.Strapi, ctx: Context): void {
  const { model, targetField } = ctx.params as { model: string; targetField: string };
  if (attributesOf(strapi, model)[targetField]?.target !== ADMIN_USER) return;
  if (!isHeldByOwnType(strapi, model)) return;
  const { results = [] } = Object(ctx.body) as { results?: Row[] };
  for (const row of results) keep(row, ADMINISTRATOR_FIELDS, IN_RELATIONS);
}

function keep(row: Row, ...names: (readonly string[])[]): void {
  const kept = new Set(names.flat());
  for (const name of Object.keys(row)) if (!kept.has(name)) delete row[name];
}

interface RelatedRecord {
  uid: string;
  record: Row;
  /** Whether one of our types leads to it. */
  isOurs: boolean;
}

/** The records that an answer shows beside a record, through relations and components, at any depth. */
function relatedRecords(strapi: Core.Strapi, model: string, row: Row, isOurs: boolean): RelatedRecord[] {
  const attributes = attributesOf(strapi, model);
  return Object.entries(row).flatMap(([name, value]) => {
    const { type, component, target = type === 'media' ? FILE : undefined } = attributes[name] ?? {};
    return [value]
      .flat()
      .filter(isRow)
      .flatMap((part) => {
        const inner = target ?? component ?? (type === 'dynamiczone' ? String(part.__component) : undefined);
        if (inner === undefined) return [];
        const within = relatedRecords(strapi, inner, part, isOurs || isOwnType(inner));
        // Where many are related, Strapi has a count in their place.
        const isRecord = target !== undefined && 'id' in part;
        return isRecord ? [{ uid: inner, record: part, isOurs }, ...within] : within;
      });
  });
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
