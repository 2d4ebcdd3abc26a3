import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import { assertKnown } from '../../host/known';
import { type JsonSchema, z, type ZodObject, type ZodType } from '../../host/strapi-utils';
import { keepOpen } from '../schemas/json-schema';

/**
 * A description without its names and sentences would look like a whole one.
 * @throws Error when zod, as Strapi has it, does not tell the name and the sentence that a schema was given
 */
export function checkDescription(strapi: Core.Strapi): void {
  const description = 'A schema.';
  const { places, definitions } = jsonSchemasOf([z.string().meta({ id: 'Sample', description })], 'output');
  const isWhole =
    definitions.Sample?.description === description && 'Sample' === places[0]?.$ref?.split('/').pop();
  assertKnown(strapi, "what Strapi's zod makes of a schema with an id and a description", isWhole);
}

type Content = Record<string, { schema: ZodType }>;

export interface ResponseSource {
  /** The name by which the document defines it once. */
  id?: string;
  description: string;
  headers?: ZodObject | undefined;
  content?: Content;
}

/** An operation of the document, with zod's schemas where the document has JSON Schema. */
export interface OperationSource {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  requestParams?: Partial<Record<'path' | 'query' | 'header', ZodObject>>;
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseSource>;
}

/** Operations by their path, or by the event that they tell of, and by their method. */
export type PathsSource = Record<string, Record<string, OperationSource>>;

interface Converted {
  paths: object;
  webhooks: object;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, object> };
}

interface JsonSchemas {
  places: JsonSchema[];
  definitions: Record<string, JsonSchema>;
}

/** Whether a schema says what is sent to the service, or what it sends. */
type Direction = 'input' | 'output';

interface Use {
  schema: ZodType;
  /** Where its JSON Schema goes. */
  place: JsonSchema;
}

/** How zod keeps a union of objects that differ in the values of one property. */
interface DiscriminatedUnion {
  discriminator: string;
  options: { shape: Record<string, { _zod: { values: ReadonlySet<unknown> } }> }[];
}

const SCHEMAS = '#/components/schemas/';

/**
 * Makes OpenAPI's paths, webhooks and components out of operations with zod's schemas. A schema that has an id by
 * `meta` is defined once, as a component; so is a response that has one.
 * @throws Error when a schema with an id would be one thing in requests and another in answers
 */
export function convert({ paths, webhooks }: Record<'paths' | 'webhooks', PathsSource>): Converted {
  const uses: Record<Direction, Use[]> = { input: [], output: [] };
  const responses: Record<string, object> = {};

  function jsonSchemaOf(schema: ZodType, direction: Direction): JsonSchema {
    const place: JsonSchema = {};
    uses[direction].push({ schema, place });
    return place;
  }

  const content = (given: Content, direction: Direction) =>
    mapValues(given, ({ schema }) => ({ schema: jsonSchemaOf(schema, direction) }));

  const parameters = (given: NonNullable<OperationSource['requestParams']>) =>
    Object.entries(given).flatMap(([location, { shape }]) =>
      Object.entries(shape as Record<string, ZodType>).map(([name, schema]) => ({
        in: location,
        name,
        schema: jsonSchemaOf(schema, 'input'),
        ...(schema._zod.optin === undefined && { required: true }),
        ...descriptionOf(schema),
      })),
    );

  const header = (schema: ZodType) => ({
    ...(schema._zod.optout === undefined && { required: true }),
    ...(schema.description && { description: schema.description }),
    schema: jsonSchemaOf(schema, 'output'),
  });

  function response({ id, headers, content: given, ...others }: ResponseSource): object {
    if (id && id in responses) return { $ref: `#/components/responses/${id}` };
    const made = {
      ...others,
      ...(headers && { headers: mapValues(headers.shape as Record<string, ZodType>, header) }),
      ...(given && { content: content(given, 'output') }),
    };
    if (!id) return made;
    responses[id] = made;
    return { $ref: `#/components/responses/${id}` };
  }

  const operation = ({ requestParams, requestBody, responses: given, ...others }: OperationSource) => ({
    ...others,
    ...(requestParams && { parameters: parameters(requestParams) }),
    ...(requestBody && { requestBody: { ...requestBody, content: content(requestBody.content, 'input') } }),
    responses: mapValues(given, response),
  });

  const operations = (given: PathsSource) => mapValues(given, (methods) => mapValues(methods, operation));

  const made = { paths: operations(paths), webhooks: operations(webhooks) };
  return { ...made, components: { schemas: fill(uses), responses } };
}

/** zod does not take the description of a schema for that of the optional one around it. */
function descriptionOf(schema: ZodType): { description?: string } {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as ZodType) : schema;
  const description = schema.description ?? inner.description;
  return description === undefined ? {} : { description };
}

/** Puts a JSON Schema in each place. @returns those with an id, by their ids */
function fill(uses: Record<Direction, Use[]>): Record<string, JsonSchema> {
  const named: Record<string, JsonSchema> = {};
  for (const direction of ['input', 'output'] as const) {
    const { places, definitions } = jsonSchemasOf(
      uses[direction].map(({ schema }) => schema),
      direction,
    );
    uses[direction].forEach(({ place }, index) => Object.assign(place, places[index]));
    for (const [id, definition] of Object.entries(definitions)) {
      const other = named[id] ?? definition;
      if (JSON.stringify(other) !== JSON.stringify(definition))
        throw new Error(`The schema ${id} is one thing in requests, and another in answers.`);
      named[id] = definition;
    }
  }
  return named;
}

/**
 * All at once, so that each schema with an id is defined once.
 * @returns a JSON Schema for each, and those with an id
 */
function jsonSchemasOf(schemas: ZodType[], direction: Direction): JsonSchemas {
  const together = z.toJSONSchema(z.object(Object.fromEntries(schemas.entries())), {
    io: direction,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => override(zodSchema, jsonSchema, direction),
  });
  const { properties, $defs } = JSON.parse(
    JSON.stringify(together).replaceAll('"#/$defs/', `"${SCHEMAS}`),
  ) as Pick<JsonSchema, 'properties' | '$defs'>;
  return {
    places: schemas.map((_schema, index) => properties?.[index] as JsonSchema),
    definitions: mapValues($defs, ({ id: _id, ...definition }): JsonSchema => definition),
  };
}

/** What OpenAPI and its readers need otherwise than zod writes it. */
function override(schema: unknown, jsonSchema: JsonSchema, direction: Direction): void {
  if (schema instanceof z.ZodDiscriminatedUnion)
    tellApart(schema.def as unknown as DiscriminatedUnion, jsonSchema);
  if (direction === 'output') keepOpen({ jsonSchema });
  if (jsonSchema.type !== 'integer') return;
  // In a query a number is text for the parser; its pattern means nothing to clients.
  delete jsonSchema.pattern;
  // The largest integer of JavaScript is no limit of the API.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Names the property that tells the alternatives apart, with the values that each has, where each is defined by name. */
function tellApart({ discriminator, options }: DiscriminatedUnion, jsonSchema: JsonSchema): void {
  const { anyOf, oneOf = anyOf } = jsonSchema;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { oneOf, type: 'object' });
  if (!oneOf?.every(({ $ref }) => $ref)) return;
  const mapping = oneOf.flatMap(({ $ref }, index) =>
    [...(options[index]?.shape[discriminator]?._zod.values ?? [])].map((value) => [String(value), $ref]),
  );
  Object.assign(jsonSchema, {
    discriminator: { propertyName: discriminator, mapping: Object.fromEntries(mapping) },
  });
}
