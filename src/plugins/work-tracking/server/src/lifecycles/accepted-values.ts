import type { Core } from '@strapi/types';
import { memoizePerInstance } from '../database/memoize-per-instance';
import { validateBy, type Model } from '../host/validator';
import type { Attribute } from '../records/custom-fields';

type Values = Record<string, unknown>;

/**
 * The properties that an attribute may have here: with any other, such as a pattern, a condition or a unique value, Strapi
 * judges each value of it.
 */
const KNOWN: ReadonlySet<string> = new Set([
  ...['type', 'required', 'maxLength', 'default', 'enum'],
  // These have no effect on what a value may be.
  ...['configurable', 'private', 'searchable', 'visible', 'pluginOptions', 'customField', 'column'],
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
  // Whether there is such a row is looked for all the same.
  relation: ({ required = false }, value) => typeof value === 'number' && !required,
};

/** Spares Strapi's validator the values of our types that it would accept as they are. */
export const spareAcceptedValues = (strapi: Core.Strapi, uids: readonly string[]): void =>
  validateBy(strapi, (model, data, isNew) =>
    uids.includes(model.uid) ? withoutAccepted(model, data, isNew) : model,
  );

function withoutAccepted(model: Model, data: unknown, isNew: boolean): Model {
  const given = Object(data) as Values;
  const judged: Record<string, Attribute> = {};
  for (const [name, attribute, accepts] of attributesOf(model)) {
    if (!accepts || !isAccepted(accepts, attribute, given[name], isNew)) judged[name] = attribute;
  }
  return Object.create(model, { attributes: { value: judged } }) as Model;
}

function isAccepted(accepts: Accepts, attribute: Attribute, value: unknown, isNew: boolean): boolean {
  const { required = false, default: initial } = attribute;
  // A new record without a value gets the default.
  if (value === undefined) return !isNew || (!required && initial === undefined);
  return value === null ? !required : accepts(attribute, value);
}

/** The attributes of a type, each with what it accepts; without that where Strapi has to judge. */
const attributesOf = memoizePerInstance(({ attributes }: Model) =>
  Object.entries(attributes as Record<string, Attribute>).map(
    ([name, attribute]): [string, Attribute, Accepts | undefined] => {
      const isKnown = Object.keys(attribute).every((property) => KNOWN.has(property));
      return [name, attribute, isKnown ? ACCEPTED[attribute.type] : undefined];
    },
  ),
);
