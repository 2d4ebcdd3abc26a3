import type { Core } from '@strapi/types';
import { assertKnown } from '../../host/known';
import { z } from '../../host/strapi-utils';
import { jsonSchemasOf } from './conversion';

/**
 * A description without its names and sentences would look like a whole one.
 * @throws Error when zod, as Strapi has it, does not tell the name and the sentence that a schema was given
 */
export function checkDescription(strapi: Core.Strapi): void {
  const description = 'A schema.';
  const { places, definitions } = jsonSchemasOf([z.string().meta({ id: 'Sample', description })], 'output');
  const isWhole =
    definitions.Sample?.description === description && 'Sample' === places[0]?.$ref?.split('/').pop();
  assertKnown(strapi, "what Strapi's zod makes of a schema with an id and a description", isWhole);
}
