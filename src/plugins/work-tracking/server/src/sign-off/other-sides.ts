import type { Core } from '@strapi/types';
import groupBy from 'lodash/groupBy';
import once from 'lodash/once';
import xor from 'lodash/xor';
import { configOf } from '../config';
import { inBatches } from '../database/batches';
import { databaseNow } from '../database/clock';
import { tableOf } from '../database/tables';
import { currentActor } from '../events/actor';
import { wrapEntityWrites, wrapRelationWrites, type WriteRequest } from '../host/entity-writes';
import { beforeCommit, listPerTransaction } from '../host/transactions';
import { givenRelations, linkedTypes, rowsThatLink } from '../write/linking-rows';
import { ownContent } from './digest';

/** An entry or a file to which entries under sign-off may refer. */
interface OtherSide {
  uid: string;
  documentId: string;
}

/** One that the running transaction has written. */
interface Written extends OtherSide {
  /** What referred to it before, as `linksTo` gives it. */
  before: readonly string[];
}

const written = listPerTransaction<Written>();

/**
 * Notes on a draft under sign-off, as the one who has changed it last, the administrator who changes its relations from
 * the other side: gives a tag other articles, deletes it, attaches a file where it is uploaded. Strapi notes nobody then,
 * since it writes rows of relation tables alone; but nobody may approve a change of their own.
 */
export function nameAuthorsFromOtherSides(strapi: Core.Strapi): void {
  const types = Object.keys(configOf(strapi).signOff.types);
  if (types.length === 0) return;
  // Once the content types are complete.
  const linked = once(
    () => new Set(types.flatMap((type) => [...linkedTypes(strapi, type, ownContent(strapi, type))])),
  );
  const isLinked = (uid: string) => linked().has(uid);

  const watching = async <Result>(request: WriteRequest, next: () => Promise<Result>): Promise<Result> => {
    const { uid, write } = request;
    if (write === 'createMany' || (await currentActor(strapi)).type !== 'admin') return next();
    if (!isLinked(uid) && !types.includes(uid)) return next();
    return strapi.db.transaction(async () => {
      const taken = types.includes(uid) ? await takenBy(strapi, request, isLinked) : [];
      const own = isLinked(uid) ? await writtenBy(strapi, request) : [];
      for (const other of [...taken, ...own]) await remember(strapi, types, other);
      const result = await next();
      const { documentId } = Object(result) as { documentId?: string };
      if (write === 'create' && isLinked(uid) && documentId !== undefined) {
        await remember(strapi, types, { uid, documentId }, []);
      }
      return result;
    });
  };
  wrapEntityWrites(strapi, watching);
  wrapRelationWrites(strapi, watching);
}

/** What an entry under sign-off is given, and only one can have: another one loses it. */
async function takenBy(
  strapi: Core.Strapi,
  { uid, params: { data = {} } }: WriteRequest,
  isLinked: (uid: string) => boolean,
): Promise<OtherSide[]> {
  const given = givenRelations(strapi, uid, data).filter(
    ({ isExclusive, target }) => isExclusive && isLinked(target),
  );
  const taken = await Promise.all(
    given.map(({ target, ids }) => othersOf(strapi, target, { id: { $in: ids } })),
  );
  return taken.flat();
}

/** What is written itself, as far as it is there: a new locale is that of an entry. */
async function writtenBy(
  strapi: Core.Strapi,
  { uid, write, params: { where, data: { documentId } = {} } }: WriteRequest,
): Promise<OtherSide[]> {
  if (write !== 'create') return othersOf(strapi, uid, where);
  return typeof documentId === 'string' ? [{ uid, documentId }] : [];
}

async function othersOf(strapi: Core.Strapi, uid: string, where: object = {}): Promise<OtherSide[]> {
  const rows: { documentId: string }[] = await strapi.db
    .query(uid)
    .findMany({ select: ['documentId'], where });
  return rows.map(({ documentId }) => ({ uid, documentId }));
}

/** @param known what referred to it before, where that is known without a look */
async function remember(
  strapi: Core.Strapi,
  types: readonly string[],
  other: OtherSide,
  known?: readonly string[],
): Promise<void> {
  const { uid, documentId } = other;
  if (written().some((one) => one.uid === uid && one.documentId === documentId)) return;
  written().push({ ...other, before: known ?? (await linksTo(strapi, types, other)) });
  if (written().length === 1) await beforeCommit(strapi, () => nameAuthors(strapi, types));
}

/** Makes the actor the one who has changed those drafts last that refer to what was written otherwise than before. */
async function nameAuthors(strapi: Core.Strapi, types: readonly string[]): Promise<void> {
  const changed = new Set<string>();
  for (const one of written().splice(0)) {
    for (const link of xor(one.before, await linksTo(strapi, types, one))) changed.add(link);
  }
  const { id: author } = await currentActor(strapi);
  const rows = [...changed].map((link) => JSON.parse(link) as Link);
  for (const [type, ofType] of Object.entries(groupBy(rows, 'type'))) {
    const ids = [...new Set(ofType.map(({ row }) => row))].sort((one, other) => one - other);
    await strapi.db.transaction(({ trx }) =>
      inBatches(ids, async (batch) => {
        await tableOf(strapi, type)
          .whereIn('id', batch)
          .whereNull('published_at')
          .update({ updated_by_id: Number(author), updated_at: databaseNow() })
          .transacting(trx);
        return [];
      }),
    );
  }
}

/** A row of a type under sign-off that refers to an entry in one locale. */
interface Link {
  type: string;
  row: number;
  locale: string | null;
}

/** @returns each link as JSON, to be compared */
async function linksTo(
  strapi: Core.Strapi,
  types: readonly string[],
  { uid, documentId }: OtherSide,
): Promise<string[]> {
  const rows: { id: number; locale: string | null }[] = await strapi.db
    .query(uid)
    .findMany({ select: ['id', 'locale'], where: { documentId } });
  const links: string[] = [];
  for (const inLocale of Object.values(groupBy(rows, 'locale'))) {
    const ids = inLocale.map(({ id }) => id);
    const locale = inLocale[0]?.locale ?? null;
    for (const type of types) {
      const referring = await rowsThatLink(strapi, type, uid, ids, ownContent(strapi, type));
      links.push(...referring.map((row) => JSON.stringify({ type, row, locale } satisfies Link)));
    }
  }
  return [...new Set(links)];
}
