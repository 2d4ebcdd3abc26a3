import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { invalidField } from '../../../domain/errors';
import { isReadableInEach, notPermitted, type Ability } from '../access/admin-rights';
import { wrapContentManager } from '../host/content-manager-routes';
import { contentManager } from '../host/content-manager-services';
import { attributesOf } from '../records/custom-fields';
import { ADMIN_USER, isOwnType } from '../uids';
import { asStrapiError } from '../write/refusals';
import { isHeldByOwnType } from './own-parts';
import {
  ADMINISTRATOR_NAMES,
  assertFiltersReadable,
  pathsInSort,
  unreadableFields,
  type Start,
} from './readable-fields';

const TEXTS = ['string', 'text', 'richtext', 'email', 'uid', 'enumeration'];
const NUMBERS = ['integer', 'biginteger', 'float', 'decimal'];

/** A query as Strapi has parsed it; the content manager reads the same object. */
type Query = Record<string, unknown>;

/**
 * Has the content manager's lists find and sort our records, and what our records lead to, by what the person may read
 * in each of them: its own search goes by every text field, and its filters and its sort by every field of a related
 * type. Must run after `refuseUnstorableRequests`, which checks what was sent.
 */
export const searchReadableFields = (strapi: Core.Strapi): void =>
  wrapContentManager(strapi, (ctx, next) => searchReadable(strapi, ctx, next), [
    'collection-types.find',
    // Its sort is in the body, and Strapi asks for no permission at all there.
    'collection-types.bulkFindForValidation',
    'relations.findAvailable',
  ]);

async function searchReadable(strapi: Core.Strapi, ctx: Context, next: Next): Promise<unknown> {
  const { model, targetField } = ctx.params as { model: string; targetField?: string };
  const { userAbility } = ctx.state as { userAbility: Ability };
  const uid = targetField === undefined ? model : attributesOf(strapi, model)[targetField]?.target;
  if (uid === undefined) return next();
  const isOurs = isOwnType(uid) || isHeldByOwnType(strapi, model);
  const { body } = ctx.request as { body?: unknown };
  const query = Object(ctx.method === 'POST' ? body : ctx.query) as Query;
  try {
    assertFiltersReadable(strapi, userAbility, { uid, isOurs }, query.filters);
    await assertSortReadable(strapi, userAbility, { uid, isOurs }, query);
    if (targetField === undefined) {
      if (isOwnType(uid)) searchByFilters(query, searchableFields(strapi, userAbility, uid, query._q));
    } else if (isOurs) {
      // Strapi takes them over into its query, and shows whatever that finds.
      delete query.fields;
      delete query.populate;
      // Available relations are searched by the field that names them, which of administrators can be the address.
      if (uid === ADMIN_USER) searchByFilters(query, ADMINISTRATOR_NAMES);
    }
  } catch (error) {
    throw asStrapiError(error);
  }
  return next();
}

/** The panel asks for a list's usual order whoever looks; who may not read that field gets none. */
async function assertSortReadable(
  strapi: Core.Strapi,
  userAbility: Ability,
  start: Start,
  query: Query,
): Promise<void> {
  const [refused] = unreadableFields(strapi, userAbility, start, pathsInSort(query.sort));
  if (!refused) return;
  const types = contentManager(strapi, 'content-types');
  const { settings } = await types.findConfiguration(strapi.getModel(start.uid as never));
  const isUsual = refused.uid === start.uid && refused.field === settings.defaultSortBy;
  if (!isUsual) throw notPermitted(strapi, refused.uid, 'read', refused.field);
  delete query.sort;
}

/** The fields of one of our types that a search for a text goes by. */
function searchableFields(strapi: Core.Strapi, userAbility: Ability, uid: string, text: unknown): string[] {
  const types = Number.isNaN(Number(text)) ? TEXTS : [...TEXTS, ...NUMBERS];
  const names = Object.entries(attributesOf(strapi, uid))
    .filter(
      ([name, { type, searchable }]) =>
        types.includes(type) && searchable !== false && isReadableInEach(userAbility, { uid, field: name }),
    )
    .map(([name]) => name);
  return ['id', 'documentId', ...names];
}

/** Puts filters by these fields in the place of the search, which asks for no permission. */
function searchByFilters(query: Query, names: readonly string[]): void {
  const { _q: text, filters } = query;
  if (text === undefined) return;
  if (typeof text !== 'string') throw invalidField('_q', '_q must be a text.');
  delete query._q;
  if (text === '') return;
  const search = { $or: names.map((name) => ({ [name]: { $containsi: text } })) };
  query.filters = filters === undefined ? search : { $and: [filters, search] };
}
