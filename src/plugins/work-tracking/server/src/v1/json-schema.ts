import { z } from '@strapi/utils';

/**
 * Leaves what we answer with open, in whatever document it is described: a record may have more fields in a later
 * release, and a client that checks should not fail on them.
 */
export function keepOpen({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

const schemas = new WeakMap<z.ZodType, object>();

/** The JSON Schema (2020-12) of something that we send, complete in itself; made once. */
export function jsonSchemaOf(shape: z.ZodType): object {
  const existing = schemas.get(shape);
  if (existing) return existing;
  const schema = z.toJSONSchema(shape, { io: 'output', override: keepOpen });
  schemas.set(shape, schema);
  return schema;
}
