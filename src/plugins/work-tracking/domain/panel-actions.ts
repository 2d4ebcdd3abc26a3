/**
 * The actions that a role can allow in the plugin's pages of the panel. The check boxes in Settings → Roles, the permissions of
 * the admin routes and the visibility of pages and buttons all come from this list.
 */
export const PANEL_ACTIONS = [
  { uid: 'board.read', subCategory: 'board', displayName: 'Read the board' },
  { uid: 'ticket.move', subCategory: 'board', displayName: 'Move tickets' },
  { uid: 'decision.read', subCategory: 'decisions', displayName: 'Read the decision inbox' },
  { uid: 'decision.resolve', subCategory: 'decisions', displayName: 'Resolve decisions' },
  { uid: 'sign-off.read', subCategory: 'sign-off', displayName: 'Read the settings of the sign-off' },
  { uid: 'sign-off.skip', subCategory: 'sign-off', displayName: 'Publish without sign-off' },
  { uid: 'comment.write', subCategory: 'comments', displayName: 'Comment on tickets and decisions' },
  { uid: 'delivery.read', subCategory: 'deliveries', displayName: 'Read deliveries' },
  {
    uid: 'delivery.resend',
    subCategory: 'deliveries',
    displayName: 'Resend deliveries, retry and cancel them',
  },
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

/** The action of a type's page: it lets a person see the records outside the content manager, and their comments. */
export const READ_ACTIONS = {
  ticket: 'board.read',
  decision: 'decision.read',
} as const satisfies Record<string, PanelAction>;

/** The name of an action in Settings → Roles. */
export const actionName = (action: PanelAction): string =>
  PANEL_ACTIONS.find(({ uid }) => uid === action)?.displayName ?? action;

/** The name by which Strapi knows an action. */
export const actionId = (action: PanelAction): string => `plugin::work-tracking.${action}`;
