import type { Core, Schema } from '@strapi/types';
import { readJsonText, roundedNumbers } from '../../../domain/json-text';
import { assertStorable } from '../../../domain/storable';
import { NESTED_TYPES } from '../records/custom-fields';
import type { LifecycleEvent } from './rows';

/**
 * Prepares what is to be written before the type's rules see it: text in a JSON attribute is read, as Strapi stores
 * it and its JSON editor sends it, and what the databases can't store is refused. Must be subscribed before the rules.
 */
export function givenValues(strapi: Core.Strapi, uid: string): object {
  function prepare({ params: { data } }: Pick<LifecycleEvent<unknown>, 'params'>): void {
    const { attributes } = strapi.getModel(uid as Parameters<Core.Strapi['getModel']>[0]);
    for (const [name, value] of Object.entries(data)) {
      const attribute: Schema.Attribute.AnyAttribute | undefined = attributes[name];
      if (!attribute || NESTED_TYPES.includes(attribute.type)) continue;
      const text = attribute.type === 'json' && typeof value === 'string' ? value : undefined;
      const given = text === undefined ? value : readJsonText(name, text);
      assertStorable(given, { name, ...(text === undefined ? {} : { rounded: roundedNumbers(text) }) });
      // The other kinds of JSON are stored as their text.
      if (given === null || typeof given === 'object') data[name] = given;
    }
  }
  return { beforeCreate: prepare, beforeUpdate: prepare };
}
