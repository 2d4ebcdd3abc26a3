import { assertSlug, frontmatterOfResolved, storedFrontmatter } from '../../../../domain/decision';
import { assertTitle } from '../../../../domain/title';
import type { Decision } from '../../records/decision';
import type { FieldRulesOf } from '../../write/rules';
import { contentRule } from '../content-reference/rule';
import { isEmpty } from './slug';

/** The rules of a decision's fields, except of those that resolving sets (specification 2.2). */
export const decisionFieldRules: FieldRulesOf<Decision> = (strapi, before) => ({
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
