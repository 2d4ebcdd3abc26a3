import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../domain/errors';
import { readJsonText } from '../../../domain/json-text';
import { errors } from '../host/strapi-utils';
import { PROJECT } from '../uids';
import { givenProjectId } from './column-relations';
import { asStrapiError, FORM_FIELDS, isBrokenConstraint } from './refusals';
import { storeFields, type TypeRules } from './rules';
import type { DocumentWrite } from './strapi-writes';

type Values = Record<string, unknown>;

/** A write as it was before anything changed the form of its values. */
interface Write {
  uid: string;
  action: string;
  documentId?: string | undefined;
  given: Values;
}

interface FieldError {
  path: string[];
  message: string;
  name: string;
}

/**
 * Lets the error of a write that is refused name every field that is wrong, not only the first: a form shows each
 * sentence at its field. It must be around what opens a transaction and what changes the form of the values.
 */
export async function namingAllMistakes(
  strapi: Core.Strapi,
  rules: TypeRules | undefined,
  { uid, action, params: { data, documentId } }: DocumentWrite,
  next: () => Promise<unknown>,
): Promise<unknown> {
  if (!rules || !data || !['create', 'update', 'clone'].includes(action)) return next();
  const write = { uid, action, documentId, given: { ...data } };
  try {
    return await next();
  } catch (error) {
    if (!isOfRules(error)) throw error;
    throw withAllMistakes(error, await mistakes(strapi, rules, write));
  }
}

/**
 * Is it an error of our rules, or of Strapi's own validation? What an application's own rule throws stays as it is.
 * After a broken constraint there is nothing left to find, and PostgreSQL reads nothing more in the transaction.
 */
function isOfRules(error: unknown): error is Error {
  if (!(error instanceof errors.ValidationError)) return false;
  if (error instanceof errors.YupValidationError) return true;
  return error.cause instanceof WorkTrackingError && !isBrokenConstraint(error.cause);
}

/** An error of several fields has a sentence of its own. */
function withAllMistakes(error: Error & { details?: unknown }, found: readonly FieldError[]): unknown {
  const { errors: first = [], ...details } = (error.details ?? {}) as { errors?: FieldError[] };
  // An error about the record as a whole, such as a change by somebody else, is not about its fields.
  if (first.length === 0) return error;
  const byField = new Map([...first, ...found].map((one) => [one.path[0], one]));
  if (byField.size === first.length) return error;
  return Object.assign(
    new errors.ValidationError(`${byField.size} fields are not right; each of them says why.`, {
      ...details,
      errors: [...byField.values()],
    }),
    { cause: error.cause ?? error },
  );
}

async function mistakes(
  strapi: Core.Strapi,
  rules: TypeRules,
  { uid, action, documentId, given }: Write,
): Promise<FieldError[]> {
  const found: FieldError[] = [];
  const collect = async (check: () => unknown) => {
    try {
      await check();
    } catch (error) {
      const { details } = asStrapiError(error) as { details?: { errors?: FieldError[] } };
      found.push(...(details?.errors?.slice(0, 1) ?? []));
    }
  };
  const isNew = action === 'create';
  const before = action === 'update' ? await strapi.db.query(uid).findOne({ where: { documentId } }) : null;
  for (const [name, rule] of Object.entries(rules.fields(strapi, before))) {
    // A clone has from its source what it is not given.
    await collect(() =>
      storeFields({ [name]: rule }, { [name]: givenValue(strapi, uid, name, given) }, isNew),
    );
  }
  if (isNew && uid !== PROJECT) await collect(() => givenProjectId(strapi, uid, given));
  return found;
}

/** The value as the lifecycles get it: the JSON editor sends text. */
function givenValue(strapi: Core.Strapi, uid: string, name: string, given: Values): unknown {
  const value = given[FORM_FIELDS[name] ?? name] || given[name];
  const { type } = strapi.contentType(uid as never).attributes[name] ?? {};
  return type === 'json' && typeof value === 'string' ? readJsonText(name, value) : value;
}
