import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import { ERRORS, WorkTrackingError, type Detail } from '../../../domain/errors';
import { hasCode } from '../database/transact';
import { errors } from '../host/strapi-utils';
import { beforeCommit } from '../host/transactions';
import { DECISION, PROJECT } from '../uids';

/** Attributes that have another name in the content manager's forms. */
export const FORM_FIELDS: Readonly<Record<string, string>> = { secret: 'newSecret' };

/**
 * The Strapi error that the panel, Strapi's REST and GraphQL APIs and code get for one of ours, which is its `cause`.
 * Rules become ValidationErrors: the content manager shows their sentence beside the field, and takes a save that
 * failed with any other class for saved.
 */
export const toStrapiError = (error: WorkTrackingError) =>
  Object.assign(strapiError(error), { cause: error });

/** `toStrapiError` for one of ours; any other error as it is. */
export const asStrapiError = (error: unknown): unknown =>
  error instanceof WorkTrackingError ? toStrapiError(error) : error;

function strapiError(error: WorkTrackingError) {
  const { code, message, fields } = error;
  const details = { ...fields, code };
  const { status } = ERRORS[code];
  // The only class with status 403 whose sentence Strapi shows, by the name that keeps the form as it was typed.
  if (status === 403) {
    const shown = { ...details, errors: fieldErrors(error) };
    return Object.assign(new errors.PolicyError(message, shown), { name: 'ValidationError' });
  }
  if (status === 404) return new errors.NotFoundError(message, details);
  // They are about no field of a form.
  if (code === 'invalid_cursor' || code === 'sign_off_required')
    return new errors.ApplicationError(message, details);
  return new errors.ValidationError(message, { ...details, errors: fieldErrors(error) });
}

function fieldErrors({ code, message, fields }: WorkTrackingError) {
  const details: readonly Detail[] =
    'details' in fields ? fields.details : [{ path: ERRORS[code].attribute ?? '', code, message }];
  return details
    .map((detail) => ({ attribute: detail.path.split('.')[0] ?? '', message: detail.message }))
    .filter(({ attribute }) => attribute !== '')
    .map(({ attribute, message: sentence }) => ({
      path: [FORM_FIELDS[attribute] ?? attribute],
      message: sentence,
      name: 'ValidationError',
    }));
}

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

type Lifecycle = (event: never) => unknown;

/**
 * Makes a refusal after the write final: an application that catches the error in a transaction of its own could
 * otherwise commit the refused row, without its event.
 */
export const withFinalRefusals = (strapi: Core.Strapi, lifecycles: object): object =>
  mapValues(lifecycles as Record<string, Lifecycle>, (run, name) =>
    name.startsWith('after') ? (event: never) => runOrEnd(strapi, () => run(event)) : run,
  );

/** When `run` fails, the commit of the running transaction fails with the same error. */
async function runOrEnd(strapi: Core.Strapi, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    await beforeCommit(strapi, () => {
      throw asStrapiError(error);
    });
    throw error;
  }
}

/** Lifecycles of the read-only types. The service writes them directly to their tables; nobody else can. */
export function readOnlyLifecycles(plural: string) {
  const refuse = (): never => {
    throw new WorkTrackingError('read_only', { message: `${plural} are written by the service alone.` });
  };
  return {
    beforeCreate: refuse,
    beforeUpdate: refuse,
    beforeDelete: refuse,
    beforeCreateMany: refuse,
    beforeUpdateMany: refuse,
    beforeDeleteMany: refuse,
  };
}

/**
 * Refuses bulk writes: they would skip the lifecycles of the single rows, and with them the rules and the events.
 */
export function noBulkWrites(plural: string) {
  const refuse = (): never => {
    throw new WorkTrackingError('bulk_write_refused', {
      message: `Write ${plural} one by one: in bulk their rules are not kept.`,
    });
  };
  return { beforeCreateMany: refuse, beforeUpdateMany: refuse, beforeDeleteMany: refuse };
}
