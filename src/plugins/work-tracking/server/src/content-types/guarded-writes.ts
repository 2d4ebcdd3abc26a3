import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import { RuleViolation } from '../../../domain/rule-violation';
import { writeTransaction } from '../transaction';
import {
  API_TOKEN,
  ATTEMPT,
  AUDIT_ENTRY,
  DECISION,
  DELIVERY,
  PROJECT,
  RESEND,
  SUBSCRIPTION,
  TICKET,
} from '../uids';

const GUARDED = new Set([
  PROJECT,
  TICKET,
  DECISION,
  SUBSCRIPTION,
  DELIVERY,
  ATTEMPT,
  RESEND,
  AUDIT_ENTRY,
  API_TOKEN,
]);

const WRITES = ['create', 'update', 'delete', 'createMany', 'updateMany', 'deleteMany'] as const;

const DOCUMENT_WRITES: readonly string[] = ['create', 'update', 'delete', 'clone'];

/** PostgreSQL, MySQL and MariaDB, SQLite. */
const UNIQUE_VIOLATIONS = ['23505', 'ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE'];

/** What a unique index of ours stands for. */
const UNIQUE_RULES: Record<string, () => RuleViolation> = {
  [DECISION]: () => new RuleViolation('slug_taken', 'This project already has a decision with that slug.'),
  [PROJECT]: () => new RuleViolation('key_taken', 'There is already a project with that key.'),
};

/**
 * Every write of a guarded type, whichever door it comes through:
 * - runs in a transaction, so that a lifecycle can take it back and its events commit with it. The document service
 *   opens one; `strapi.db.query()`, which Strapi itself uses for API tokens, does not;
 * - tells of a broken rule as the panel can show it.
 */
export function guardWrites(strapi: Core.Strapi): void {
  strapi.documents.use((context, next) =>
    GUARDED.has(context.uid) && DOCUMENT_WRITES.includes(context.action)
      ? writeTransaction(strapi, async () => next())
      : next(),
  );
  const { entityManager } = strapi.db;
  for (const write of WRITES) {
    const original = entityManager[write].bind(entityManager) as (
      uid: string,
      params: object,
    ) => Promise<never>;
    entityManager[write] = async (uid: string, params: object) => {
      if (!GUARDED.has(uid)) return original(uid, params);
      try {
        return await writeTransaction(strapi, () => original(uid, params));
      } catch (error) {
        throw refusal(uid, error);
      }
    };
  }
}

function refusal(uid: string, error: unknown): unknown {
  const violation = error instanceof RuleViolation ? error : brokenUniqueRule(uid, error);
  return violation ? asRefusal(violation) : error;
}

/** A broken rule in Strapi's own error class, whose sentence the panel shows. */
export const asRefusal = ({ code, message, details }: RuleViolation) =>
  new errors.ApplicationError(message, { ...details, code });

function brokenUniqueRule(uid: string, error: unknown): RuleViolation | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return UNIQUE_VIOLATIONS.includes(code) ? UNIQUE_RULES[uid]?.() : undefined;
}
