import type { Core } from '@strapi/types';
import { assertKnown, assertMethods } from './known';

/** The part of Strapi's registry of content types that is used here. */
interface ContentTypes {
  extend(uid: string, change: (type: object) => void): void;
}

/**
 * Changes a content type before Strapi makes its tables: one of another plugin, or one of ours as the builder has
 * stored it in the application.
 * @param change is given the type, and returns the parts that become others
 */
export function extendType<Type extends object>(
  strapi: Core.Strapi,
  uid: string,
  change: (type: Type) => Partial<Type>,
): void {
  const contentTypes = strapi.get<ContentTypes>('content-types');
  assertMethods(strapi, "strapi.get('content-types')", contentTypes, ['extend']);
  contentTypes.extend(uid, (type) => void Object.assign(type, change(type as Type)));
}

/** The schema in a type that is being changed which the builder shows, and writes to the application's extensions. */
export function builderSchema<Schema extends object>(strapi: Core.Strapi, type: Schema): Schema {
  const { __schema__: schema } = type as { __schema__?: Schema };
  assertKnown(strapi, "a content type's __schema__", typeof schema === 'object');
  return schema;
}

/** The part of a type that becomes another where the builder is to show another schema. */
export const asBuilderSchema = (schema: object): object => ({ __schema__: schema });

/** Keeps a type out of the content manager's menu, and out of the homepage's lists and counts. */
export function hideType(strapi: Core.Strapi, uid: string): void {
  const type = strapi.contentType(uid as never) as { pluginOptions?: object };
  type.pluginOptions = { ...type.pluginOptions, 'content-manager': { visible: false } };
}
