/**
 * What a person can be allowed to do in the panel's own pages: the boxes in Settings → Roles, what the admin routes ask
 * for, and what pages and buttons are shown by. One list for the server and the panel.
 */
export const PANEL_ACTIONS = [
  { uid: 'board.read', subCategory: 'board', displayName: 'Read the board' },
  { uid: 'ticket.move', subCategory: 'board', displayName: 'Move tickets' },
  { uid: 'decision.read', subCategory: 'decisions', displayName: 'Read the decision inbox' },
  { uid: 'decision.resolve', subCategory: 'decisions', displayName: 'Resolve decisions' },
  { uid: 'delivery.read', subCategory: 'deliveries', displayName: 'Read deliveries' },
  { uid: 'delivery.resend', subCategory: 'deliveries', displayName: 'Resend deliveries' },
  { uid: 'subscription.test', subCategory: 'deliveries', displayName: 'Send test events' },
  { uid: 'token.read', subCategory: 'projects and tokens', displayName: 'Read projects and tokens' },
  {
    uid: 'token.manage',
    subCategory: 'projects and tokens',
    displayName: 'Make projects; issue, bind and revoke tokens',
  },
  { uid: 'audit.read', subCategory: 'history', displayName: 'Read the audit history' },
] as const;

export type PanelAction = (typeof PANEL_ACTIONS)[number]['uid'];

/** The attributes that a person must be allowed to change in order to resolve a decision. */
export const RESOLVING_ATTRIBUTES = ['state', 'verdict'] as const;

/** The name that Strapi knows an action under. */
export const actionId = (action: PanelAction): string => `plugin::work-tracking.${action}`;
