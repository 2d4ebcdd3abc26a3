import type { Core } from '@strapi/types';
import { contentManager } from '../../host/content-manager-services';

/**
 * The attribute by which the content manager names the entries of a type.
 * @returns undefined for a type whose entries it names by their id
 */
export async function titleAttribute(strapi: Core.Strapi, type: string): Promise<string | undefined> {
  const types = contentManager(strapi, 'content-types');
  const { settings } = await types.findConfiguration({ uid: type });
  const name = String(settings.mainField);
  return name === 'id' || name === 'documentId' ? undefined : name;
}
