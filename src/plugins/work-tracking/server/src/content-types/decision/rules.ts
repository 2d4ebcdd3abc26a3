import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import { isSameReference, type ContentReference } from '../../../../domain/content';
import {
  assertOpen,
  assertSlug,
  INITIAL_DECISION_STATUS,
  optionIds,
  resolve,
  frontmatterOfResolved,
  storedFrontmatter,
} from '../../../../domain/decision';
import { invalidField } from '../../../../domain/errors';
import { slugOf } from '../../../../domain/slug';
import { assertTitle } from '../../../../domain/title';
import { databaseNow } from '../../database/clock';
import { decisionRecord, type Decision } from '../../records/decision';
import { DECISION } from '../../uids';
import { type RecordRules, type FieldRulesOf } from '../../write/rules';
import { deleteCommentsOn } from '../comment/comments';
import { contentRule } from '../content-reference/accepted-types';
import { deleteReferences, storeReferences } from '../content-reference/references';
import { deleteSignatures } from '../signature/signatures';
import { withdrawSignatures } from '../signature/withdrawal';

/** Leaves room for a number within the 255 characters of a slug. */
const MAX_LENGTH = 240;

/** For titles without a letter or digit that has a place in a slug. */
const NAMELESS = 'decision';

/** Whether a field is not given, or empty in a form. */
export const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * A slug that no decision of the project has, with a number after it where the wanted one is taken. When two writers
 * take the same one at once, the unique index refuses the second.
 * @param projectId row id
 * @param wanted may be empty
 */
export async function freeSlug(strapi: Core.Strapi, projectId: number, wanted: string): Promise<string> {
  const slug = wanted.slice(0, MAX_LENGTH) || NAMELESS;
  const decisions: { slug: string }[] = await strapi.db
    .query(DECISION)
    .findMany({ select: ['slug'], where: { project_id: projectId, slug: { $startsWith: slug } } });
  const taken = new Set(decisions.map((decision) => decision.slug));
  let number = 1;
  const candidate = () => (number === 1 ? slug : `${slug}-${number}`);
  while (taken.has(candidate())) number += 1;
  return candidate();
}

/** The rules of a decision's fields, except of those that resolving sets (specification 2.2). */
const decisionFieldRules: FieldRulesOf<Decision> = (strapi, before) => ({
  title: assertTitle,
  slug(slug) {
    // A new decision without a slug gets one that is made from its title.
    if (before !== null || !isEmpty(slug)) assertSlug(slug);
  },
  content: contentRule(strapi, before),
  frontmatter(given) {
    const frontmatter = storedFrontmatter(given ?? {});
    return before?.state === 'resolved'
      ? frontmatterOfResolved(before.frontmatter ?? {}, frontmatter)
      : frontmatter;
  },
});

/** The attributes that resolving sets, once. */
const RESOLUTION = ['state', 'verdict', 'optionId', 'note', 'resolvedAt'] as const;

const isResolving = (before: Decision, after: Decision) => before.state !== after.state;

/** The rules of decisions, for every write through Strapi (specification 3.2). */
export const decisionRules: RecordRules<Decision> = {
  plural: 'decisions',
  target: 'decision',
  times: ['updated_at'],
  fresh: { state: INITIAL_DECISION_STATUS, verdict: null, optionId: null, note: null, resolvedAt: null },
  record: decisionRecord,
  fields: decisionFieldRules,
  mayGrow: isResolving,

  /** It can't have the original's slug, and gets one like it. */
  async forCopy(strapi, data, original) {
    // The form of `project` is that of the database by now.
    const project = typeof data.project === 'number' ? data.project : original.project?.id;
    if (project === undefined || data.slug !== undefined) return {};
    return { slug: await freeSlug(strapi, project, original.slug) };
  },

  readGiven(_strapi, data, before) {
    if (!before || data.bodyMarkdown === undefined) return;
    // null and '' look the same in a record.
    data.bodyMarkdown ??= '';
    if (data.bodyMarkdown === '' && !before.bodyMarkdown) delete data.bodyMarkdown;
  },

  async complete(strapi, data, before, projectId) {
    if (before?.state === 'resolved') assertResolutionKept(before, data);
    else if (before && data.state === 'resolved') Object.assign(data, resolution(before, data));
    else assertUnresolved(data);
    if (before) return;
    if (isEmpty(data.slug)) data.slug = await freeSlug(strapi, projectId, slugOf(data.title as string));
    assertSlug(data.slug);
    data.state = INITIAL_DECISION_STATUS;
    data.bodyMarkdown ??= '';
  },

  async follow(strapi, project, after, before) {
    const isLeft = (entry: ContentReference) =>
      !after.content?.some((other) => isSameReference(entry, other));
    if (before)
      await withdrawSignatures(strapi, { ...before, project }, before.content?.filter(isLeft) ?? []);
    await storeReferences(strapi, project.id, { type: 'decision', row: after }, before?.content ?? []);
  },

  change({ before, after, record, changes }) {
    if (!before) return { action: 'decision.created' };
    return isResolving(before, after)
      ? { action: 'decision.resolved', events: [{ type: 'decision.resolved', data: record }] }
      : { action: 'decision.updated', changes };
  },

  async remove(strapi, decision) {
    const { id, documentId, project, content } = decision;
    await withdrawSignatures(strapi, decision, content ?? []);
    await deleteReferences(strapi, 'decision', id);
    await deleteSignatures(strapi, id);
    await deleteCommentsOn(strapi, project?.id ?? 0, { type: 'decision', id: documentId });
  },
};

function resolution(before: Decision, data: Record<string, unknown>) {
  const frontmatter = (data.frontmatter ?? before.frontmatter ?? {}) as Record<string, unknown>;
  const { verdict, note, optionId } = data;
  return resolve({ verdict, note, optionId }, optionIds(frontmatter), databaseNow());
}

/** The resolution of an open decision can only be set by resolving it. */
function assertUnresolved(data: Record<string, unknown>): void {
  if (data.state !== undefined && data.state !== null && data.state !== INITIAL_DECISION_STATUS) {
    throw invalidField('state', 'A new decision is open; file it first, then resolve it.');
  }
  for (const name of RESOLUTION) {
    const isGiven = data[name] !== undefined && data[name] !== null && data[name] !== '';
    if (name !== 'state' && isGiven) {
      throw invalidField(
        name,
        `${name} is set by resolving the decision: set its state to resolved as well.`,
      );
    }
  }
}

/** @throws WorkTrackingError `already_resolved` when `data` would change the resolution */
function assertResolutionKept(before: Decision, data: Record<string, unknown>): void {
  const plain = (value: unknown) => (value === '' || value === undefined ? null : value);
  const time = (value: unknown) => (value ? new Date(value as string).getTime() : null);
  for (const name of RESOLUTION) {
    if (data[name] === undefined) continue;
    const isKept =
      name === 'resolvedAt'
        ? time(data[name]) === time(before[name])
        : isEqual(plain(data[name]), plain(before[name]));
    if (!isKept) assertOpen(before.state);
    delete data[name];
  }
}
