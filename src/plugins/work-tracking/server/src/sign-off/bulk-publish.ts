import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import once from 'lodash/once';
import { WorkTrackingError, type KeptBackEntry } from '../../../domain/errors';
import { severalKeptBack, type SignOffRule } from '../../../domain/sign-off';
import { configOf } from '../config';
import { wrapContentManager } from '../host/content-manager-routes';
import { asStrapiError } from '../write/refusals';
import { assertMayPublish, localesOf, lockDrafts, type EntryWrite } from './publishing';

/** Entries of one type that the content manager publishes together. */
interface BulkPublish {
  uid: string;
  /** Asks for all of them, once: for the first one that is published. */
  check: (rule: SignOffRule, write: EntryWrite) => Promise<void>;
}

/** The part of a request's state that is used here. */
interface RequestState {
  bulkPublish?: BulkPublish;
}

/** The entries that a refusal names. */
const MAX_NAMED = 5;

/**
 * Of several entries, Strapi's bulk Publish tells the first one that is refused. Here all of them are asked for before the
 * first is published, and after Strapi has asked whether the person may publish them, so that all are named at once.
 * Must run before `requireSignOff`, which asks for each alone, and before Strapi makes its routes.
 */
export function nameAllRefusedInBulk(strapi: Core.Strapi): void {
  const { types } = configOf(strapi).signOff;
  if (Object.keys(types).length === 0) return;
  wrapContentManager(
    strapi,
    (ctx, next) => {
      const { model: uid } = ctx.params as { model: string };
      const check = once((rule: SignOffRule, write: EntryWrite) =>
        assertAllMayPublish(strapi, rule, write, idsIn(ctx)),
      );
      ctx.state.bulkPublish = { uid, check } satisfies BulkPublish;
      return next();
    },
    ['collection-types.bulkPublish'],
  );
  strapi.documents.use((context, next) => {
    const write = context as unknown as EntryWrite;
    const bulk = (strapi.requestContext.get()?.state as RequestState | undefined)?.bulkPublish;
    const rule = types[write.uid];
    if (bulk?.uid !== write.uid || rule === undefined || write.action !== 'publish') return next();
    return bulk.check(rule, write).then(() => next() as never);
  });
}

/** Strapi has checked the body by the time they are published. */
const idsIn = (ctx: Context): readonly string[] =>
  (ctx.request as { body?: { documentIds?: readonly string[] } }).body?.documentIds ?? [];

/**
 * Locks all of them first, in one order: of two requests for the same entries, neither waits for one that the other has.
 * @param write the publication of one of them, in the locales of all
 * @throws ApplicationError `sign_off_required`
 */
async function assertAllMayPublish(
  strapi: Core.Strapi,
  rule: SignOffRule,
  write: EntryWrite,
  given: readonly string[],
): Promise<void> {
  const codes = await localesOf(strapi, write);
  const ids = [...new Set(given)];
  await lockDrafts(strapi, write.uid, { ids, codes });
  const refused: KeptBackEntry[] = [];
  for (const id of ids) {
    for (const locale of codes ?? [null]) {
      const place = { id, codes: locale === null ? undefined : [locale] };
      const refusal = await refusalFrom(assertMayPublish(strapi, rule, write, place));
      if (refusal) refused.push({ ...refusal, id, locale });
    }
  }
  const [first] = refused;
  if (first === undefined) return;
  const { reason, decision } = first;
  const count = refused.length;
  const entries = refused.slice(0, MAX_NAMED);
  const sentences = entries.map(({ message }) => message);
  const message = count === 1 ? first.message : [severalKeptBack(count), ...sentences].join(' ');
  const several = count === 1 ? {} : { entries, count };
  throw asStrapiError(new WorkTrackingError('sign_off_required', { message, reason, decision, ...several }));
}

async function refusalFrom(check: Promise<void>): Promise<Omit<KeptBackEntry, 'id' | 'locale'> | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    if (!(error instanceof WorkTrackingError) || !('reason' in error.fields)) throw error;
    const { reason, decision } = error.fields;
    return { message: error.message, reason, decision };
  }
}
