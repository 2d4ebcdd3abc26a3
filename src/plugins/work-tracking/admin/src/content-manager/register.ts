import type { ContentManagerPlugin } from '@strapi/content-manager/strapi-admin';
import type { StrapiApp } from '@strapi/strapi/admin';
import type { ComponentType } from 'react';
import { message } from '../translations/messages';
import { MoveAction } from './actions/MoveAction';
import { ResolveAction } from './actions/ResolveAction';
import { TestEventAction } from './actions/TestEventAction';
import { keepFormsOfRefusedSaves } from './refused-saves';
import { DeliveriesPanel } from './side-panels/DeliveriesPanel';
import { HistoryPanel } from './side-panels/HistoryPanel';
import { ResolutionPanel } from './side-panels/ResolutionPanel';

type ContentManagerApis = ContentManagerPlugin['config']['apis'];

/** The inputs of the plugin's own fields; the server registers them under the same names. */
export function registerCustomFields(app: StrapiApp): void {
  app.customFields.register([
    {
      name: 'event-types',
      pluginId: 'work-tracking',
      type: 'json',
      intlLabel: message('field.event_types'),
      intlDescription: message('field.event_types.description'),
      components: { Input: () => input(import('./custom-fields/EventTypesInput')) },
    },
    {
      name: 'secret',
      pluginId: 'work-tracking',
      type: 'text',
      intlLabel: message('field.secret'),
      intlDescription: message('field.secret.description'),
      components: { Input: () => input(import('./custom-fields/SecretInput')) },
    },
  ]);
}

/** Strapi's type knows no properties of an input, though it hands it those of `FieldInputProps`. */
const input = (module: Promise<object>) => module as Promise<{ default: ComponentType }>;

/** What the content manager offers besides its own, on the plugin's types. */
export function extendContentManager(app: Pick<StrapiApp, 'getPlugin'>): void {
  const { addDocumentAction, addEditViewSidePanel } = app.getPlugin('content-manager')
    .apis as ContentManagerApis;
  keepFormsOfRefusedSaves();
  addDocumentAction([MoveAction, ResolveAction, TestEventAction]);
  addEditViewSidePanel([ResolutionPanel, HistoryPanel, DeliveriesPanel]);
}
