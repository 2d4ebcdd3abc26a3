import type { Core } from '@strapi/types';
import { namePublishedAtOnce } from './at-once';
import { nameAllRefusedInBulk } from './bulk-publish';
import { nameAuthorsFromOtherSides } from './other-sides';
import { keepSignOffProject } from './project';
import { requireSignOff } from './publishing';
import { guardUploads } from './uploads';

/** Every way to publish meets the rule; what names the refused is around it. */
export function guardPublishing(strapi: Core.Strapi): void {
  nameAllRefusedInBulk(strapi);
  namePublishedAtOnce(strapi);
  requireSignOff(strapi);
  keepSignOffProject(strapi);
  nameAuthorsFromOtherSides(strapi);
  guardUploads(strapi);
}
