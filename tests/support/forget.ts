import type { Core } from '@strapi/types';

/**
 * Runs inside of an application between those who use it, files or the tests of one: no record is left, no delivery to a receiver
 * whose port may be another one's soon, no token and no role of its own, and of the people only the first administrator.
 */
export async function forgetFile(strapi: Core.Strapi): Promise<void> {
  const rowsOf = (uid: string) => strapi.db.connection(strapi.db.metadata.get(uid).tableName);
  const PROJECT = 'plugin::work-tracking.project';
  const DELIVERY = 'plugin::work-tracking.webhook-delivery';
  const types = Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith('plugin::work-tracking.'));

  await rowsOf('admin::api-token').whereNotIn('name', ['Read Only', 'Full Access']).delete();
  await rowsOf('plugin::users-permissions.user').delete();
  await rowsOf('plugin::users-permissions.permission')
    .where('action', 'like', 'plugin::work-tracking.%')
    .delete();
  await rowsOf('plugin::users-permissions.role').whereNotIn('type', ['public', 'authenticated']).delete();
  // Deliveries go before their events, which are read when one is sent; and what belongs to a project before it.
  const others = types.filter((type) => type !== DELIVERY && type !== PROJECT);
  for (const uid of [DELIVERY, ...others, PROJECT]) await rowsOf(uid).delete();

  const [first] = await rowsOf('admin::user').orderBy('id').limit(1).select('id');
  if (first) await rowsOf('admin::user').whereNot({ id: first.id }).delete();
  await rowsOf('admin::role')
    .whereNotIn('code', ['strapi-super-admin', 'strapi-editor', 'strapi-author'])
    .delete();
}
