import type { PanelAction } from '../../domain/panel-actions';
import { PANEL_PATH } from '../../domain/panel-path';
import type { MessageId } from './translations/messages';

interface PageDefinition {
  /** Below `PANEL_PATH`. */
  name: string;
  title: MessageId;
  /** Without this permission the page has no tab and does not open. */
  action: PanelAction;
  /** Does it open, too, for those who may ask, with what they have asked? */
  isForAskers?: boolean;
}

/**
 * The pages in the order of their tabs. Everything may link to a page, so this file imports none of them:
 * `pages/PageRouter.tsx` alone does.
 */
export const PAGES = [
  { name: 'board', title: 'board.title', action: 'board.read' },
  { name: 'inbox', title: 'inbox.title', action: 'decision.read', isForAskers: true },
  { name: 'deliveries', title: 'deliveries.title', action: 'delivery.read' },
  { name: 'subscriptions', title: 'subscriptions.title', action: 'delivery.read' },
  { name: 'tokens', title: 'tokens.title', action: 'token.read' },
] as const satisfies readonly PageDefinition[];

export type PageName = (typeof PAGES)[number]['name'];

/** The address of a page, or, with a path or a query after it, of a place in it. */
export const pagePath = (page: PageName, place = ''): string => `/${PANEL_PATH}/${page}${place}`;
