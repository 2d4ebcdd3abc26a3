import type { Core } from '@strapi/types';
import { assertKnown, assertMethods } from './known';

/** Strapi's registry of content types, as far as it is used here. */
interface ContentTypes {
  extend(uid: string, change: (type: never) => void): void;
}

/**
 * Changes a content type before Strapi makes its tables: one of another plugin, or one of ours as the builder has
 * stored it in the application.
 */
export function extendType(strapi: Core.Strapi, uid: string, change: (type: never) => void): void {
  const contentTypes = strapi.get<ContentTypes>('content-types');
  assertMethods(strapi, "strapi.get('content-types')", contentTypes, ['extend']);
  contentTypes.extend(uid, change);
}

/** The schema in a type that is being changed which the builder shows, and writes to the application's extensions. */
export function builderSchema<Schema extends object>(strapi: Core.Strapi, type: Schema): Schema {
  const { __schema__: schema } = type as { __schema__?: Schema };
  assertKnown(strapi, "a content type's __schema__", typeof schema === 'object');
  return schema;
}
