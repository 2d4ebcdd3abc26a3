import { z } from '@strapi/utils';

/** A record's public id. */
export const id = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/)
  .meta({ id: 'Id', description: 'Public id of a record.' });

export const uuid = z.uuid({ version: 'v7' }).meta({ id: 'Uuid', description: 'UUIDv7.' });

export const timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ id: 'Timestamp', description: 'ISO 8601, UTC, milliseconds.' });

export const timestampOrNull = timestamp.nullable();

export const jsonObject = z.record(z.string(), z.unknown());

/** The two fields that every ticket, decision and event of theirs carries (v1.md 2). */
export const projectFields = { project_key: z.string(), venture_key: z.string() };
