import { z } from '@strapi/utils';
import { madeOnce } from '../made-once';

/**
 * Leaves what we answer with open, in whatever document it is described: a record may have more fields in a later
 * release, and a client that checks should not fail on them.
 */
export function keepOpen({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

/** The JSON Schema (2020-12) of something that we send, complete in itself. */
export const jsonSchemaOf = madeOnce((shape: z.ZodType): object =>
  z.toJSONSchema(shape, { io: 'output', override: keepOpen }),
);
