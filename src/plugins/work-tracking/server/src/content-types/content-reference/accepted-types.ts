import { type Core } from '@strapi/types';
import { storedContent, type ContentReference } from '../../../../domain/content';
import { configOf } from '../../config';
import type { FieldRule } from '../../write/rules';

/**
 * The rule of the field `content` of tickets and decisions. The entries themselves are not looked up: an answer would
 * tell what exists.
 */
export const contentRule =
  (strapi: Core.Strapi, before: { content?: readonly ContentReference[] | null } | null): FieldRule =>
  (content) =>
    storedContent(content ?? [], acceptedContentTypes(strapi), before?.content ?? []);

/** The content types of the application itself. */
const APPLICATION_TYPES = 'api::';

/** The content types to whose entries tickets and decisions can refer (option `contentTypes`). */
export const acceptedContentTypes = (strapi: Core.Strapi): readonly string[] =>
  configOf(strapi).contentTypes ?? ofApplication(strapi);

const ofApplication = (strapi: Core.Strapi): string[] =>
  Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith(APPLICATION_TYPES));

/** @throws Error that names each type that does not exist, so that Strapi does not start */
export function checkContentTypes(strapi: Core.Strapi): void {
  const named = configOf(strapi).contentTypes ?? [];
  const unknown = named.filter((uid) => !Object.hasOwn(strapi.contentTypes, uid));
  if (unknown.length === 0) return;
  throw new Error(
    `CONTENT_TYPES (contentTypes) names what is no content type of this application: ${unknown.join(', ')}. ` +
      `Its own are ${ofApplication(strapi).join(', ') || 'none'}.`,
  );
}
