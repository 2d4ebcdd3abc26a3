import { WorkTrackingError } from '../../../domain/errors';
import { hasCode } from '../database/driver-errors';
import { DECISION, PROJECT } from '../uids';

/** The codes of a broken unique index: PostgreSQL, MySQL and MariaDB, SQLite. */
const UNIQUE_VIOLATIONS = ['23505', 'ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE'];

/** The errors that the unique indexes of our types stand for. */
const TAKEN: Record<string, 'slug_taken' | 'key_taken'> = {
  [DECISION]: 'slug_taken',
  [PROJECT]: 'key_taken',
};

/** Whether the database has refused a write that the rules had let pass. */
export const isBrokenConstraint = ({ code }: WorkTrackingError): boolean =>
  code === 'slug_taken' || code === 'key_taken' || code === 'project_gone';

/** The codes of a broken foreign key, in the same order. */
const FOREIGN_KEY_VIOLATIONS = ['23503', 'ER_NO_REFERENCED_ROW_2', 'SQLITE_CONSTRAINT_FOREIGNKEY'];

/**
 * The error of the rule behind a broken index or foreign key, which the second of two concurrent writers breaks; any
 * other error as it is.
 */
export function asRefusal(uid: string, error: unknown): unknown {
  const taken = TAKEN[uid];
  if (taken && hasCode(error, UNIQUE_VIOLATIONS)) return new WorkTrackingError(taken);
  return isProjectGone(error) ? new WorkTrackingError('project_gone') : error;
}

/** SQLite does not say which of the foreign keys it was; the others lead to administrators, who are hardly deleted. */
function isProjectGone(error: unknown): boolean {
  if (!hasCode(error, FOREIGN_KEY_VIOLATIONS)) return false;
  const { code, detail = '' } = error as Error & { code: string; detail?: string };
  return code.startsWith('SQLITE') || `${detail} ${error.message}`.includes('project_id');
}
