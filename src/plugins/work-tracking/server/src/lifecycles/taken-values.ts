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

/**
 * Of two writers at once, the second breaks the unique index: returns the error of the rule behind it. Returns any
 * other error as it is.
 */
export function asTakenValue(uid: string, error: unknown): unknown {
  const taken = TAKEN[uid];
  return taken && hasCode(error, UNIQUE_VIOLATIONS) ? new WorkTrackingError(taken) : error;
}
