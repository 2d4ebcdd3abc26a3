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
import { rememberRow } from './nested-changes';

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
  strapi.documents.use((context, next) => {
    if (!GUARDED.has(context.uid) || !DOCUMENT_WRITES.includes(context.action)) return next();
    return writeTransaction(strapi, async () => {
      if (context.action === 'update') await rememberRow(strapi, context.uid, context.params.documentId);
      return next();
    });
  });
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

/** The attributes that v1 calls by another name. */
const ATTRIBUTES: Record<string, string> = {
  status: 'state',
  body_markdown: 'bodyMarkdown',
  event_types: 'eventTypes',
  secret: 'newSecret',
};

/** The attribute that a rule is about, where the rule names none. */
const ATTRIBUTE_OF_RULE: Record<string, string> = {
  invalid_transition: 'state',
  slug_taken: 'slug',
  key_taken: 'key',
  unknown_event_type: 'eventTypes',
};

/**
 * A broken rule in Strapi's own error class. The panel shows its sentence, also beside the field that it is about; of
 * any other class the content manager's form takes what was refused for saved.
 */
export const asRefusal = (violation: RuleViolation) =>
  new errors.ValidationError(violation.message, {
    ...violation.details,
    code: violation.code,
    errors: fieldErrors(violation),
  });

function fieldErrors({ code, message, details }: RuleViolation) {
  const fields = (details.details ?? [{ path: ATTRIBUTE_OF_RULE[code] ?? '', message }]) as {
    path: string;
    message: string;
  }[];
  return fields
    .map(({ path, ...field }) => ({ ...field, name: path.split('.')[0] ?? '' }))
    .filter(({ name }) => name !== '')
    .map(({ name, message: sentence }) => ({
      path: [ATTRIBUTES[name] ?? name],
      message: sentence,
      name: 'ValidationError',
    }));
}

function brokenUniqueRule(uid: string, error: unknown): RuleViolation | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return UNIQUE_VIOLATIONS.includes(code) ? UNIQUE_RULES[uid]?.() : undefined;
}
