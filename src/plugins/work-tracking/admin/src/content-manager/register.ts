import type { ContentManagerPlugin } from '@strapi/content-manager/strapi-admin';
import type { StrapiApp } from '@strapi/strapi/admin';
import type { ComponentType } from 'react';
import { checkAnswers } from '../host/answers';
import { letTheServerJudge } from '../host/forms';
import { orNothing } from '../host/hooks';
import { putOn } from '../host/in-force';
import { translateRefusals } from '../host/refusals';
import { keepFormsOfRefusedSaves } from '../host/refused-saves';
import { message } from '../translations/messages';
import { MoveAction } from './actions/MoveAction';
import { ResolveAction } from './actions/ResolveAction';
import { TestEventAction } from './actions/TestEventAction';
import { showReadableCells } from './list-cells';
import { addOpenWork } from './open-work';
import { DeliveriesPanel, HistoryPanel } from './side-panels/RecordPanels';
import { ResolutionPanel } from './side-panels/ResolutionPanel';
import { WorkPanel } from './side-panels/WorkPanel';

type ContentManagerApis = ContentManagerPlugin['config']['apis'];

/** The inputs of the plugin's own fields. The server registers the fields under the same names. */
export function registerInputFields(app: StrapiApp): void {
  app.customFields.register([
    {
      name: 'event-types',
      pluginId: 'work-tracking',
      type: 'json',
      intlLabel: message('field.event_types'),
      intlDescription: message('field.event_types.description'),
      components: { Input: () => input(import('./input-fields/EventTypesInput')) },
    },
    {
      name: 'decision-frontmatter',
      pluginId: 'work-tracking',
      type: 'json',
      intlLabel: message('field.frontmatter'),
      intlDescription: message('field.frontmatter.description'),
      components: { Input: () => input(import('./input-fields/FrontmatterInput')) },
    },
    {
      name: 'decision-slug',
      pluginId: 'work-tracking',
      type: 'string',
      intlLabel: message('field.slug'),
      intlDescription: message('field.slug.description'),
      components: { Input: () => input(import('./input-fields/SlugInput')) },
    },
    {
      name: 'labels',
      pluginId: 'work-tracking',
      type: 'json',
      intlLabel: message('field.labels'),
      intlDescription: message('field.labels.description'),
      components: { Input: () => input(import('./input-fields/LabelsInput')) },
    },
    {
      name: 'content',
      pluginId: 'work-tracking',
      type: 'json',
      intlLabel: message('field.content'),
      intlDescription: message('field.content.description'),
      components: { Input: () => input(import('./input-fields/ContentInput')) },
    },
    {
      name: 'secret',
      pluginId: 'work-tracking',
      type: 'text',
      intlLabel: message('field.secret'),
      intlDescription: message('field.secret.description'),
      components: { Input: () => input(import('./input-fields/SecretInput')) },
    },
  ]);
}

/** Strapi's type says that an input takes no properties; in fact it gets those of `InputProps`. */
const input = (module: Promise<object>) => module as Promise<{ default: ComponentType }>;

/** Adds actions and side panels to the forms of the plugin's types. */
export function extendContentManager(app: Pick<StrapiApp, 'getPlugin' | 'registerHook'>): void {
  checkAnswers();
  keepFormsOfRefusedSaves();
  translateRefusals();
  letTheServerJudge(app);
  showReadableCells(app);
  addOpenWork(app);
  putOn('host.places', () => {
    const { addDocumentAction, addEditViewSidePanel } = app.getPlugin('content-manager')
      .apis as ContentManagerApis;
    addDocumentAction([MoveAction, ResolveAction, TestEventAction].map(orNothing));
    addEditViewSidePanel([WorkPanel, ResolutionPanel, HistoryPanel, DeliveriesPanel].map(orNothing));
  });
}
