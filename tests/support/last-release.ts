import type { Core } from '@strapi/types';

/**
 * Leaves a database as the last release did: v1's actions were called like content types, each delivery had a copy of
 * its event's body, it was not kept which deliveries were resent and which tokens were issued, tickets had neither
 * numbers nor labels, nothing was about content, changes no numbers, and two records could have one public id.
 */
export async function leaveAsTheLastRelease(strapi: Core.Strapi): Promise<void> {
  const { connection } = strapi.db;
  for (const table of ['strapi_api_token_permissions', 'up_permissions']) {
    const rows = await connection(table)
      .select('id', 'action')
      .where('action', 'like', '%work-tracking.v1-%');
    for (const { id, action } of rows) {
      await connection(table)
        .where({ id })
        .update({ action: action.replace('.v1-', '.') });
    }
  }
  await connection('strapi_migrations_internal').where('name', 'like', 'work-tracking-%').delete();

  const stored = strapi.store({ type: 'strapi', name: 'content_types' });
  const schemas = (await stored.get({ key: 'schema' })) as Record<
    string,
    { attributes: Record<string, unknown> }
  >;
  const remove = async (uid: string, attribute: string, table: string, column: string) => {
    await connection.schema.alterTable(table, (columns) => {
      columns.dropColumn(column);
    });
    delete schemas[uid]!.attributes[attribute];
  };
  const delivery = 'plugin::work-tracking.webhook-delivery';
  await remove(delivery, 'resentAt', 'work_tracking_webhook_deliveries', 'resent_at');
  await remove('admin::api-token', 'workTrackingIssued', 'strapi_api_tokens', 'work_tracking_issued');
  await connection.schema.alterTable('work_tracking_webhook_deliveries', (columns) => {
    columns.text('body', 'longtext');
  });
  const events = await connection('work_tracking_webhook_events').select('document_id', 'body');
  for (const { document_id: id, body } of events) {
    await connection('work_tracking_webhook_deliveries').where({ event_id: id }).update({ body });
  }
  await connection.schema.dropTable('work_tracking_webhook_events');
  const event = 'plugin::work-tracking.webhook-event';
  delete schemas[event];
  schemas[delivery]!.attributes.body = { type: 'text', required: true };
  // The body was a field of deliveries.
  await connection('admin_permissions').where({ subject: event }).update({ subject: delivery });
  await connection.schema.alterTable('work_tracking_tickets', (table) => {
    table.dropUnique(['project_id', 'number'], 'wt_tickets_project_id_number_unique');
  });
  await remove('plugin::work-tracking.ticket', 'number', 'work_tracking_tickets', 'number');
  await remove('plugin::work-tracking.ticket', 'labels', 'work_tracking_tickets', 'labels');
  for (const type of ['ticket', 'decision']) {
    await remove(`plugin::work-tracking.${type}`, 'content', `work_tracking_${type}s`, 'content');
  }
  await connection.schema.alterTable('work_tracking_audit_entries', (table) => {
    table.dropUnique(['project_id', 'seq'], 'wt_audit_project_id_seq_unique');
    table.dropIndex(['project_id', 'target_id', 'seq'], 'wt_audit_project_id_target_id_seq_index');
    table.dropIndex(['project_id', 'target_type', 'seq'], 'wt_audit_project_id_target_type_seq_index');
    table.dropIndex(['project_id', 'action', 'seq'], 'wt_audit_project_id_action_seq_index');
  });
  for (const column of ['seq', 'details']) {
    await remove('plugin::work-tracking.audit-entry', column, 'work_tracking_audit_entries', column);
  }
  for (const [type, table] of [
    ['project-counter', 'work_tracking_project_counters'],
    ['ticket-label', 'work_tracking_labels'],
    ['content-reference', 'work_tracking_content_references'],
    ['signature', 'work_tracking_signatures'],
    ['comment', 'work_tracking_comments'],
    ['board-view', 'work_tracking_board_views'],
    ['notice', 'work_tracking_notices'],
    ['idempotency-key', 'work_tracking_idempotency_keys'],
  ] as const) {
    await connection.schema.dropTable(table);
    delete schemas[`plugin::work-tracking.${type}`];
  }
  for (const [type, name] of [
    ['tickets', 'tickets'],
    ['decisions', 'decisions'],
    ['projects', 'projects'],
    ['webhook_subscriptions', 'subscriptions'],
  ]) {
    await connection.schema.alterTable(`work_tracking_${type}`, (table) => {
      table.dropUnique(['document_id'], `wt_${name}_document_id_unique`);
      table.index(['document_id', 'locale', 'published_at'], `work_tracking_${type}_documents_idx`);
    });
  }
  await stored.set({ key: 'schema', value: schemas });
  // Without it Strapi compares the tables themselves with the schemas.
  await connection('strapi_database_schema').delete();
}
