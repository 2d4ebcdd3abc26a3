import type { Core } from '@strapi/types';
import { assertMethods } from './known';

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
