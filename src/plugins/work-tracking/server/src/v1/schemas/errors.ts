import camelCase from 'lodash/camelCase';
import upperFirst from 'lodash/upperFirst';
import { API_ERRORS, MAX_DETAILS, type ApiErrorCode, type Detail } from '../../../../domain/errors';
import { z, type ZodType } from '../../host/strapi-utils';

const names = z.array(z.string());

const detail = z
  .object({
    path: z.string().meta({
      description:
        'Dotted path in the body, or the name of the query parameter; empty for the body as a whole.',
    }),
    code: z.string(),
    message: z.string(),
    accepted: names.optional().meta({ description: 'The names that are accepted, where one was not known.' }),
  })
  .meta({ id: 'ErrorDetail', description: 'One thing that is wrong with a request.' });

/** The fields of an error's body beside `error` and `message` (specification 8.1). */
const EXTRAS: Partial<Record<ApiErrorCode, Record<string, ZodType>>> = {
  validation_failed: {
    details: z.array(detail).max(MAX_DETAILS),
    details_truncated: z
      .literal(true)
      .optional()
      .meta({ description: 'There is more wrong than `details` names.' }),
    valid_priorities: names.optional(),
    valid_statuses: names.optional(),
    valid_event_types: names.optional(),
  },
  unknown_status: { valid_statuses: names },
  unknown_event_type: { valid_event_types: names },
  unknown_option: { valid_options: names },
  invalid_transition: { from: z.string(), to: z.string() },
  subscription_limit: { limit: z.int().min(1) },
  precondition_failed: { current_version: z.int().min(1) },
};

const errorSchema = (code: ApiErrorCode) =>
  z.object({ error: z.literal(code), message: z.string(), ...EXTRAS[code] }).meta({
    id: `${upperFirst(camelCase(code)).replace(/Error$/, '')}Error`,
    description: API_ERRORS[code].message,
  });

const codes = Object.keys(API_ERRORS) as ApiErrorCode[];

const schemasByCode = new Map(codes.map((code) => [code, errorSchema(code)]));

/** The body of an error with one of these codes. */
export function errorBody(allowed: readonly ApiErrorCode[]): ZodType {
  const [first, ...others] = allowed.flatMap((code) => schemasByCode.get(code) ?? []);
  if (!first) throw new Error('An error needs a code.');
  return others.length === 0 ? first : z.discriminatedUnion('error', [first, ...others]);
}

/**
 * The fields of an error with this code among those that an application's rule gave with it, which may be anything: what
 * is malformed or not the code's is left out.
 * @returns undefined when the rule did not give a field that the code must have
 */
export function fieldsOf(code: ApiErrorCode, given: Readonly<Record<string, unknown>>): object | undefined {
  const { details: _ofItsOwn, ...shape } = EXTRAS[code] ?? {};
  const fields: Record<string, unknown> =
    code === 'validation_failed' ? { details: detailsIn(given.details) } : {};
  for (const [name, schema] of Object.entries(shape)) {
    const parsed = schema.safeParse(given[name]);
    if (parsed.success && parsed.data !== undefined) fields[name] = parsed.data;
    else if (!schema.safeParse(undefined).success) return undefined;
  }
  return fields;
}

const detailsIn = (given: unknown): Detail[] =>
  (Array.isArray(given) ? given : []).flatMap((entry) => {
    const { data } = detail.safeParse(entry);
    return data ? [data] : [];
  });
