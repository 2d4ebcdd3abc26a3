import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { PanelAction } from '../../../domain/panel-actions';
import type { MessageId } from '../translations/messages';

/** Where the plugin's pages are, below the panel's own address. */
export const BASE_PATH = 'plugins/work-tracking';

/** A page of "Work tracking", with its tab. */
interface PageDefinition {
  /** Below `BASE_PATH`. */
  path: string;
  title: MessageId;
  /** Without it a person sees neither tab nor page. */
  action: PanelAction;
  Component: LazyExoticComponent<ComponentType>;
}

/** In the order of their tabs. */
export const PAGES: readonly PageDefinition[] = [
  {
    path: 'board',
    title: 'board.title',
    action: 'board.read',
    Component: lazy(() => import('./board/BoardPage')),
  },
  {
    path: 'inbox',
    title: 'inbox.title',
    action: 'decision.read',
    Component: lazy(() => import('./inbox/InboxPage')),
  },
  {
    path: 'deliveries',
    title: 'deliveries.title',
    action: 'delivery.read',
    Component: lazy(() => import('./deliveries/DeliveriesPage')),
  },
  {
    path: 'tokens',
    title: 'tokens.title',
    action: 'token.read',
    Component: lazy(() => import('./tokens/TokensPage')),
  },
];
