import type { Core } from '@strapi/types';
import { storedContent, type ContentReference } from '../../../../domain/content';
import type { FieldRule } from '../../write/rules';
import { acceptedContentTypes } from './accepted-types';

/**
 * The rule of the field `content` of tickets and decisions. The entries themselves are not looked up: an answer would
 * tell what exists.
 */
export const contentRule =
  (strapi: Core.Strapi, before: { content?: readonly ContentReference[] | null } | null): FieldRule =>
  (content) =>
    storedContent(content ?? [], acceptedContentTypes(strapi), before?.content ?? []);
