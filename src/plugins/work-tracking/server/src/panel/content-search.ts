import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { invalidField } from '../../../domain/errors';
import { isReadableInEach, notPermitted, type Ability } from '../access/admin-rights';
import { wrapContentManager } from '../host/content-manager-routes';
import { contentManager } from '../host/content-manager-services';
import { asStrapiError } from '../lifecycles/strapi-errors';
import { attributesOf } from '../records/custom-fields';
import { isOwnType } from '../uids';
import { assertFiltersReadable, pathsInSort, unreadableFields } from './readable-fields';

const TEXTS = ['string', 'text', 'richtext', 'email', 'uid', 'enumeration'];
const NUMBERS = ['integer', 'biginteger', 'float', 'decimal'];

/** A query as Strapi has parsed it; the content manager reads the same object. */
type Query = Record<string, unknown>;

/**
 * Has the content manager's lists find and sort our records by what the person may read in each of them: its own search
 * goes by every text field, and its filters and its sort by every field of a related type.
 * Must run after `refuseUnstorableRequests`, which checks what was sent.
 */
export const searchReadableFields = (strapi: Core.Strapi): void =>
  wrapContentManager(strapi, (ctx, next) => searchReadable(strapi, ctx, next), [
    'collection-types.find',
    'relations.findAvailable',
  ]);

async function searchReadable(strapi: Core.Strapi, ctx: Context, next: Next): Promise<unknown> {
  const { model, targetField } = ctx.params as { model: string; targetField?: string };
  const { userAbility } = ctx.state as { userAbility: Ability };
  const listed = targetField === undefined ? model : attributesOf(strapi, model)[targetField]?.target;
  if (listed === undefined) return next();
  const query: Query = ctx.query;
  try {
    assertFiltersReadable(strapi, userAbility, listed, query.filters);
    await assertSortReadable(strapi, userAbility, listed, query);
    // Available relations are searched by the field that names them.
    if (targetField === undefined && isOwnType(listed)) searchByFilters(strapi, userAbility, listed, query);
  } catch (error) {
    throw asStrapiError(error);
  }
  return next();
}

/** The panel asks for a list's usual order whoever looks; who may not read that field gets none. */
async function assertSortReadable(
  strapi: Core.Strapi,
  userAbility: Ability,
  uid: string,
  query: Query,
): Promise<void> {
  const [refused] = unreadableFields(strapi, userAbility, uid, pathsInSort(query.sort));
  if (!refused) return;
  const types = contentManager(strapi, 'content-types');
  const { settings } = await types.findConfiguration(strapi.getModel(uid as never));
  const isUsual = refused.uid === uid && refused.field === settings.defaultSortBy;
  if (!isUsual) throw notPermitted(strapi, refused.uid, 'read', refused.field);
  delete query.sort;
}

/** Puts filters by the fields that the person may read in the place of the search, which asks for no permission. */
function searchByFilters(strapi: Core.Strapi, userAbility: Ability, uid: string, query: Query): void {
  const { _q: text, filters } = query;
  if (text === undefined) return;
  if (typeof text !== 'string') throw invalidField('_q', '_q must be a text.');
  delete query._q;
  if (text === '') return;
  const types = Number.isNaN(Number(text)) ? TEXTS : [...TEXTS, ...NUMBERS];
  const names = Object.entries(attributesOf(strapi, uid))
    .filter(
      ([name, { type, searchable }]) =>
        types.includes(type) && searchable !== false && isReadableInEach(userAbility, { uid, field: name }),
    )
    .map(([name]) => name);
  const search = { $or: ['id', 'documentId', ...names].map((name) => ({ [name]: { $containsi: text } })) };
  query.filters = filters === undefined ? search : { $and: [filters, search] };
}
