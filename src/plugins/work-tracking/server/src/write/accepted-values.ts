import type { Core } from '@strapi/types';
import isEmpty from 'lodash/isEmpty';
import isPlainObject from 'lodash/isPlainObject';
import { memoizePerInstance } from '../database/memoize-per-instance';
import { contentTypes } from '../host/strapi-utils';
import { checkValidator, validateBy, type Judged, type Model, type Sample } from '../host/validator';
import type { Attribute } from '../records/custom-fields';
import { TICKET } from '../uids';

type Values = Record<string, unknown>;

/**
 * The properties that an attribute may have here: with any other, such as a pattern, a condition or a unique value, Strapi
 * judges each value of it.
 */
const KNOWN: ReadonlySet<string> = new Set([
  ...['type', 'required', 'maxLength', 'default', 'enum'],
  // These have no effect on what a value may be.
  ...[
    'configurable',
    'private',
    'searchable',
    'visible',
    'writable',
    'pluginOptions',
    'customField',
    'column',
  ],
  ...['relation', 'target', 'useJoinTable'],
]);

/** The length of a `string` that says none. */
const MAX_LENGTH = 255;

type Accepts = (attribute: Attribute, value: unknown) => boolean;

const anything: Accepts = () => true;

const text =
  (unlessSaid: number): Accepts =>
  ({ maxLength }, value) =>
    typeof value === 'string' && value.length <= (maxLength ?? unlessSaid);

/** The values that Strapi 5.54 accepts as they are, by the type of the attribute. */
const ACCEPTED: Readonly<Record<string, Accepts>> = {
  string: text(MAX_LENGTH),
  text: text(Infinity),
  richtext: text(Infinity),
  enumeration: ({ enum: values = [] }, value) => typeof value === 'string' && values.includes(value),
  integer: (_attribute, value) => Number.isInteger(value),
  boolean: (_attribute, value) => typeof value === 'boolean',
  json: anything,
  date: anything,
  time: anything,
  datetime: anything,
  // Of one of ours that is a column, the foreign key says whether there is such a row.
  relation: ({ required = false, useJoinTable = true, configurable = true }, value) =>
    typeof value === 'number' && !required && !useJoinTable && !configurable,
};

/**
 * Spares Strapi's validator the values of our types that it would accept as they are, and itself where it would accept
 * all of them. A new record gets its defaults here, as from the validator: the rules and the application's own code see
 * them.
 */
export const spareAcceptedValues = (strapi: Core.Strapi, uids: readonly string[]): void =>
  validateBy(strapi, (model, data, isNew) =>
    uids.includes(model.uid) && isPlainObject(data)
      ? withoutAccepted(model, data as Values, isNew)
      : { model, data },
  );

/** Values that Strapi accepts for some attributes and refuses for others. */
const SAMPLES = ['', 'a', 'b', 'xxxx', 'x'.repeat(256), 0, -1, 1.5, NaN, true, null, undefined, {}, ['a']];

/**
 * Tries whether Strapi accepts what is accepted here, for attributes of each type.
 * @throws Error when it refuses such a value, or makes something else of it
 */
export const checkAcceptedValues = (strapi: Core.Strapi): Promise<void> =>
  checkValidator(strapi, Object.keys(ACCEPTED).flatMap(sampleAttributes).flatMap(samplesOf));

/** Of a relation Strapi looks for the row. */
function sampleAttributes(type: string): Attribute[] {
  const plain = { type, ...(type === 'enumeration' && { enum: ['a', 'b'] }) };
  const variants = [
    {},
    { required: true },
    { default: 'b' },
    { required: true, default: 'b' },
    { maxLength: 3 },
  ];
  return type === 'relation' ? [] : variants.map((variant) => ({ ...plain, ...variant }));
}

/** The writes of an attribute of which nothing would be left for Strapi to judge. */
const samplesOf = (attribute: Attribute): Sample[] =>
  SAMPLES.flatMap((value) =>
    [true, false].flatMap((isNew) => {
      const model: Model = { uid: TICKET, attributes: { sample: attribute } };
      const data = value === undefined ? {} : { sample: value };
      const { model: judged, data: expected } = withoutAccepted(model, data, isNew);
      return judged === null ? [{ model, data, isNew, expected }] : [];
    }),
  );

function withoutAccepted(model: Model, given: Values, isNew: boolean): Judged {
  const data = { ...given };
  const judged: Record<string, Attribute> = {};
  for (const [name, attribute, accepts] of attributesOf(model)) {
    const { default: initial } = attribute;
    if (accepts && isNew && data[name] === undefined && isPlain(initial)) data[name] = initial;
    if (!accepts || !isAccepted(accepts, attribute, data[name], isNew)) judged[name] = attribute;
  }
  if (isEmpty(judged)) return { model: null, data };
  return { model: Object.create(model, { attributes: { value: judged } }) as Model, data };
}

function isAccepted(accepts: Accepts, attribute: Attribute, value: unknown, isNew: boolean): boolean {
  const { required = false, default: initial } = attribute;
  if (value === undefined) return !isNew || (!required && initial === undefined);
  return value === null ? !required : accepts(attribute, value);
}

/** A default that is the same value in each record: an object or a list must not be shared by two. */
const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** The attributes of a type that Strapi judges, each with what it accepts; without that where Strapi has to judge. */
const attributesOf = memoizePerInstance((model: Model) =>
  contentTypes.getWritableAttributes(model as never).map((name): [string, Attribute, Accepts | undefined] => {
    const attribute = model.attributes[name] as Attribute;
    const isKnown = Object.keys(attribute).every((property) => KNOWN.has(property));
    return [name, attribute, isKnown ? ACCEPTED[attribute.type] : undefined];
  }),
);
