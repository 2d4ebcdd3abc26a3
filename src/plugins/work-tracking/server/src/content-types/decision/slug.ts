import type { Core } from '@strapi/types';
import { DECISION } from '../../uids';

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
