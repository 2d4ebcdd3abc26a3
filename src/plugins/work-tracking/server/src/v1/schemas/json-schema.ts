import { memoizePerInstance } from '../../database/memoize-per-instance';
import { type JsonSchema, z, type ZodType } from '../../host/strapi-utils';

/**
 * Allows further properties in answers: a later release may add fields, and clients that validate should not fail on
 * them.
 */
export function keepOpen({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

/** The complete JSON Schema (2020-12) of something that the service sends. */
export const jsonSchemaOf = memoizePerInstance((schema: ZodType): object =>
  z.toJSONSchema(schema, { io: 'output', override: keepOpen }),
);
