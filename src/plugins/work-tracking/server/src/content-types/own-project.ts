import { invalidField } from '../../../domain/rule-violation';
import type { Project } from '../records/project';
import type { InProject } from './lifecycle-event';

/** @throws RuleViolation `validation_failed` for a new record without a project */
export function ownProject(row: InProject<unknown>): Project {
  if (row.project === null) throw invalidField('project', 'Choose the project that this belongs to.');
  return row.project;
}

/**
 * A record's project never changes after creation (gaps.md, Tokens and projects). It is compared after the write,
 * since a relation can be given in many ways; the write is rolled back.
 * @throws RuleViolation `validation_failed`
 */
export function assertSameProject(before: InProject<unknown>, after: InProject<unknown>): Project {
  const project = ownProject(before);
  if (after.project?.id !== project.id) {
    throw invalidField('project', `This belongs to project ${project.key} and stays there.`);
  }
  return project;
}
