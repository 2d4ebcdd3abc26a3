import type { Core } from '@strapi/types';

/**
 * The panel's own inputs; the panel registers them under the same names. What is stored is of an ordinary type, and
 * says so in the schema: nothing is lost where one of these should go.
 */
export function registerCustomFields(strapi: Core.Strapi): void {
  strapi.customFields.register([
    {
      name: 'event-types',
      plugin: 'work-tracking',
      type: 'json',
      inputSize: { default: 12, isResizable: true },
    },
    { name: 'secret', plugin: 'work-tracking', type: 'text', inputSize: { default: 12, isResizable: true } },
  ]);
}
