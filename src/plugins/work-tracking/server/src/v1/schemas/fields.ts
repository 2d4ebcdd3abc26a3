import { DOCUMENT_ID_PATTERN } from '../../../../domain/document-id';
import { z, type ZodType } from '../../host/strapi-utils';

/** A record's public id. */
export const id = z
  .string()
  .regex(DOCUMENT_ID_PATTERN)
  .meta({ id: 'Id', description: 'Public id of a record.' });

export const uuid = z.uuid({ version: 'v7' }).meta({ id: 'Uuid', description: 'UUIDv7.' });

export const timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ id: 'Timestamp', description: 'ISO 8601, UTC, milliseconds.' });

export const timestampOrNull = timestamp.nullable();

export const jsonObject = z.record(z.string(), z.unknown());

/** The two fields that every ticket and decision has, and every event about one (specification 2). */
export const projectFields = { project_key: z.string(), venture_key: z.string() };

/**
 * A list whose length is checked before its entries are: what is noted of each wrong entry is larger than the entry.
 */
export const listOf = <Entry extends ZodType>(
  entry: Entry,
  { min = 0, max }: { min?: number; max: number },
) =>
  z
    .preprocess((value, context) => {
      if (!Array.isArray(value) || value.length <= max) return value;
      const message = `has ${value.length} entries; at most ${max} are accepted`;
      context.addIssue({ code: 'too_big', origin: 'array', maximum: max, input: value, message });
      return z.NEVER;
    }, z.array(entry).min(min).max(max))
    // zod takes a field that is preprocessed for an optional one.
    .nonoptional();
