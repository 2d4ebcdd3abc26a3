import type { EventType } from '../../src/plugins/work-tracking/domain/events';
import type { Admin, RolePermission } from './admin';
import type { Api } from './api';
import { NOWHERE } from './subscriptions-page';

/** Makes permissions of the content manager for the plugin's types, with all their fields unless changed. */
export type May = (verb: string, type: string, change?: Partial<RolePermission>) => RolePermission;

/** By what a super admin may, who has everything that a role can be given. */
export async function wholeRights(admin: Admin): Promise<May> {
  const everything: RolePermission[] = (await admin.get('/admin/users/me/permissions').expect(200)).body.data;
  return (verb, type, change = {}) => {
    const { action, subject, properties } = everything.find(
      (one) =>
        one.action === `plugin::content-manager.explorer.${verb}` &&
        one.subject === `plugin::work-tracking.${type}`,
    )!;
    return { action, subject, properties, ...change };
  };
}

/** Everything that a role can be given of webhook subscriptions. */
export const writesSubscriptions = (may: May): RolePermission[] =>
  ['read', 'create', 'update', 'delete'].map((verb) => may(verb, 'webhook-subscription'));

/** A new subscription, as the content manager's form sends it. */
export const subscriptionForm = (api: Api, eventTypes: EventType[] = ['ticket.created']) => ({
  url: NOWHERE,
  newSecret: 'a secret',
  active: true,
  eventTypes,
  project: { connect: [{ documentId: api.tenantId }] },
});
