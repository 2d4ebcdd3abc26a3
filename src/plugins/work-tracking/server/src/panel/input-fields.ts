import type { Core } from '@strapi/types';

/**
 * Registers the plugin's inputs for the panel, which registers them under the same names. The schemas use the
 * ordinary types below, so the data stays readable without these inputs.
 */
export function registerInputFields(strapi: Core.Strapi): void {
  strapi.customFields.register([
    {
      name: 'event-types',
      plugin: 'work-tracking',
      type: 'json',
      inputSize: { default: 12, isResizable: true },
    },
    {
      name: 'decision-frontmatter',
      plugin: 'work-tracking',
      type: 'json',
      inputSize: { default: 12, isResizable: true },
    },
    {
      name: 'decision-slug',
      plugin: 'work-tracking',
      type: 'string',
      inputSize: { default: 6, isResizable: true },
    },
    { name: 'labels', plugin: 'work-tracking', type: 'json', inputSize: { default: 12, isResizable: true } },
    { name: 'content', plugin: 'work-tracking', type: 'json', inputSize: { default: 12, isResizable: true } },
    { name: 'secret', plugin: 'work-tracking', type: 'text', inputSize: { default: 12, isResizable: true } },
  ]);
}
