import fc, { type Arbitrary } from 'fast-check';

/** A JSON Schema, as far as the OpenAPI document uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
}

/** Gives a schema for a reference, or the schema itself. */
export type Resolve = (schema: Schema) => Schema;

const TIMES: Record<string, readonly string[]> = {
  date: ['2026-02-20', '1999-12-31'],
  'date-time': ['2026-02-20T09:40:44Z', '2026-02-20T10:40:44.120+01:00'],
  email: ['ada@example.org', 'bob@example.org'],
  uuid: ['019c7a1e-3f4b-7c2d-8a1b-2c3d4e5f6a7b'],
};

const ANYTHING = fc.jsonValue({ maxDepth: 3 });

/**
 * Values that a schema allows.
 * @param known strings that mean something to the application, such as ids: a schema can't tell them from any other
 */
export function rightFor(
  schema: Schema,
  resolve: Resolve,
  known: readonly string[],
  depth = 0,
): Arbitrary<unknown> {
  const own = resolve(schema);
  const within = (inner: Schema) => rightFor(inner, resolve, known, depth + 1);
  if ('const' in own) return fc.constant(own.const);
  if (own.enum) return fc.constantFrom(...own.enum);
  const choices = own.anyOf ?? own.oneOf;
  // A schema that contains itself ends somewhere.
  if (choices) return depth > 3 ? fc.constant(null) : fc.oneof(...choices.map(within));
  if (Array.isArray(own.type)) {
    return fc.oneof(...own.type.map((type) => rightFor({ ...own, type }, resolve, known, depth)));
  }
  switch (own.type) {
    case 'string':
      return textFor(own, known);
    case 'integer':
      return fc.integer({ min: own.minimum ?? -(2 ** 31), max: own.maximum ?? 2 ** 31 - 1 });
    case 'number':
      return fc.oneof(fc.constantFrom(0.5, 12.25, -3), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(within(own.items ?? {}), {
        minLength: own.minItems ?? 0,
        maxLength: Math.min(own.maxItems ?? 3, 3),
      });
    case 'object':
      return own.properties
        ? fc.record(
            Object.fromEntries(Object.entries(own.properties).map(([name, inner]) => [name, within(inner)])),
            { requiredKeys: own.required ?? [], noNullPrototype: true },
          )
        : fc.dictionary(fc.string({ maxLength: 5 }), ANYTHING, { maxKeys: 4, noNullPrototype: true });
    default:
      return ANYTHING;
  }
}

function textFor({ format = '', pattern, minLength, maxLength = 300 }: Schema, known: readonly string[]) {
  const examples = TIMES[format];
  if (examples) return fc.constantFrom(...examples);
  if (pattern !== undefined && !pattern.includes('(?')) return fc.stringMatching(new RegExp(pattern));
  const text = fc.string({ unit: 'grapheme', minLength: minLength ?? 0, maxLength: Math.min(maxLength, 30) });
  return fc.oneof(text, fc.constantFrom(...known));
}

const TEXTS = [
  '',
  ' ',
  '\n\t',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202eabc\u2066',
  '\ufeff',
  'é',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  '__proto__',
  'constructor',
  'null',
  '0',
  '-1',
  '1e999',
  '9'.repeat(40),
  "' or 1=1 --",
  '%00',
  '%s${1}{{a}}',
  '../../etc',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '24:00',
  'a'.repeat(64),
  'a'.repeat(256),
  'ü'.repeat(256),
  'a'.repeat(70_000),
];

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + '1' + close.repeat(depth);

/** Texts that aren't what JSON.stringify makes, and those of which one is enough. */
const RAW = [
  '1e999',
  '-1e999',
  '1e-400',
  '-0',
  '1.0',
  '12345678901234567890',
  '2147483648',
  '9007199254740993',
  '-9223372036854775809',
  '0.1',
  '100000000',
  'null',
  'true',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[""]',
  '{"":""}',
  '{"__proto__":{"a":1}}',
  '{"a":{"__proto__":null,"constructor":{"prototype":1}}}',
  '{"a.b":{"c.d":null}}',
  '{"status":"resolved","resolution":{"verdict":"x"}}',
  '{"options":[{"id":"a","title":"A"}]}',
  '{"options":[{"id":"a","title":"A"},{"id":"a","title":"B"}]}',
  '{"options":null}',
  '{"options":"a"}',
  '{"id":"a"}',
  '{"set":[]}',
  '{"connect":[{"id":1}]}',
  '{"$ne":null}',
  '{"\\u0000":1}',
  '{"a":"\\ud800"}',
  nested(29, '[', ']'),
  nested(40, '[', ']'),
  nested(40, '{"a":', '}'),
  nested(30_000, '[', ']'),
  JSON.stringify(Array.from({ length: 3000 }, (_, index) => index)),
  JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index}`, '\u0000']))),
  JSON.stringify({ ['k'.repeat(5000)]: ['\u0000', '\u0000', { ['k'.repeat(5000)]: '\u0000' }] }),
];

const asJson = (values: Arbitrary<unknown>): Arbitrary<string> =>
  values.map((value) => JSON.stringify(value));

/** JSON that nobody should send. */
export const hostileJson: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...RAW),
  asJson(fc.constantFrom(...TEXTS)),
  asJson(fc.string({ unit: 'binary', maxLength: 40 })),
  asJson(fc.double({ noNaN: true, noDefaultInfinity: true })),
  asJson(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(Number)),
  asJson(ANYTHING),
);

/** The JSON of a field: right ones and others. */
export const jsonFor = (schema: Schema, resolve: Resolve, known: readonly string[]): Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: asJson(rightFor(schema, resolve, known)) },
    { weight: 4, arbitrary: hostileJson },
  );

/** Parts of an address, encoded already: right ones and others. */
export const addressPartFor = (right: Arbitrary<unknown>): Arbitrary<string> =>
  fc.oneof(
    right.map(String).filter(isWellFormed).map(encodeURIComponent),
    fc
      .constantFrom(...TEXTS.filter((text) => isWellFormed(text) && text.length < 5000))
      .map(encodeURIComponent),
    fc.constantFrom('%', '%zz', '%FF', '%ED%A0%80', '%C0%80', '%2F', '%2e%2e', '+', '%5B%5D', 'a%20b'),
    fc.string({ unit: 'binary', maxLength: 20 }).map(encodeURIComponent),
  );

const isWellFormed = (text: string): boolean => text.isWellFormed();
