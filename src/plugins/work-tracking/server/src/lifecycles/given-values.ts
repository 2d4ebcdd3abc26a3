import type { Core } from '@strapi/types';
import { readJsonText, roundedNumbers } from '../../../domain/json-text';
import { assertStorable } from '../../../domain/storable';
import { attributesOf, componentFields, NESTED_TYPES, type Attributes } from '../records/custom-fields';
import type { DocumentWrite } from './document-write';
import type { LifecycleEvent } from './rows';
import { asStrapiError } from './strapi-errors';

type Values = Record<string, unknown>;

/**
 * Prepares what is to be written before the type's rules see it: text in a JSON attribute is read, as Strapi stores
 * it and its JSON editor sends it, and what the databases can't store is refused. Must be subscribed before the rules.
 */
export function givenValues(strapi: Core.Strapi, uid: string): object {
  function prepare({ params: { data } }: Pick<LifecycleEvent<unknown>, 'params'>): void {
    Object.assign(data, preparedColumns(attributesOf(strapi, uid), data));
  }
  return { beforeCreate: prepare, beforeUpdate: prepare };
}

/**
 * The same for what is given for components and dynamic zones. Strapi writes those before the record, as
 * rows of types that others may use too, so that no lifecycle knows what they are for.
 */
export function prepareGivenParts(strapi: Core.Strapi, { uid, params }: DocumentWrite): void {
  if (!params.data) return;
  try {
    params.data = withPreparedParts(strapi, attributesOf(strapi, uid), params.data, '');
  } catch (error) {
    throw asStrapiError(error);
  }
}

/**
 * @param path what stands before the names in errors
 * @returns the values that have to take the place of those that were given
 */
function preparedColumns(attributes: Attributes, data: Values, path = ''): Values {
  const prepared: Values = {};
  for (const [name, value] of Object.entries(data)) {
    const { type } = attributes[name] ?? {};
    if (type === undefined || NESTED_TYPES.includes(type)) continue;
    const ownPath = `${path}${name}`;
    const text = type === 'json' && typeof value === 'string' ? value : undefined;
    const given = text === undefined ? value : readJsonText(ownPath, text);
    assertStorable(given, {
      name: ownPath,
      ...(text === undefined ? {} : { rounded: roundedNumbers(text) }),
    });
    // The other kinds of JSON are stored as their text.
    if (given === null || typeof given === 'object') prepared[name] = given;
  }
  return prepared;
}

function withPreparedParts(strapi: Core.Strapi, attributes: Attributes, data: Values, path: string): Values {
  const prepared = { ...data };
  for (const [name, { type, component = '' }] of Object.entries(attributes)) {
    const given = data[name];
    if (given === undefined) continue;
    const ownPath = `${path}${name}`;
    if (type === 'component') {
      prepared[name] = Array.isArray(given)
        ? given.map((part: unknown, index) => preparedPart(strapi, component, part, `${ownPath}.${index}`))
        : preparedPart(strapi, component, given, ownPath);
    } else if (type === 'dynamiczone' && Array.isArray(given)) {
      prepared[name] = given.map((part: unknown, index) => {
        const { __component: uid } = Object(part) as { __component?: unknown };
        return preparedPart(strapi, String(uid), part, `${ownPath}.${index}`);
      });
    }
  }
  return prepared;
}

/** Leaves a value that is no component to Strapi, which refuses it. */
function preparedPart(strapi: Core.Strapi, uid: string, part: unknown, path: string): unknown {
  if (typeof part !== 'object' || part === null || !Object.hasOwn(strapi.components, uid)) return part;
  const attributes = componentFields(strapi, uid);
  const given = part as Values;
  const columns = { ...given, ...preparedColumns(attributes, given, `${path}.`) };
  return withPreparedParts(strapi, attributes, columns, `${path}.`);
}
