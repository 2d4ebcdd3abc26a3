'use strict';

/** @typedef {import('./application').Application} Application */

const DAY_MS = 24 * 60 * 60 * 1000;
/** Over which time deliveries are spread. */
const SPREAD_MS = 20 * 60 * 60 * 1000;

/** The columns with times that have passed. */
const TIMES = {
  work_tracking_tickets: ['created_at', 'updated_at', 'synced_at'],
  work_tracking_decisions: ['created_at', 'updated_at', 'resolved_at'],
  work_tracking_comments: ['created_at', 'updated_at'],
  work_tracking_audit_entries: ['created_at', 'updated_at'],
  work_tracking_webhook_deliveries: ['created_at', 'updated_at', 'ended_at'],
  work_tracking_webhook_attempts: ['created_at', 'updated_at', 'started_at'],
  work_tracking_webhook_subscriptions: ['failing_since'],
};

/**
 * Moves the times of what was filed just now back, as if it had happened over days: records by their ages, deliveries
 * over the last hours. For SQLite, which stores times as milliseconds.
 * @param {Application} app
 * @param {Map<string, number>} ages in days, by the public id of a ticket or a decision
 */
async function giveThemAPast(app, ages) {
  const moveBack = mover(app);
  for (const [id, days] of ages) {
    const ms = Math.round(days * DAY_MS);
    await moveBack('work_tracking_tickets', { document_id: id }, ms);
    await moveBack('work_tracking_decisions', { document_id: id }, ms);
    await moveBack('work_tracking_comments', { target_id: id }, ms);
    await moveBack('work_tracking_audit_entries', { target_id: id }, ms);
  }
  /** @type {{ id: number }[]} */
  const deliveries = await app.db.connection('work_tracking_webhook_deliveries').select('id').orderBy('id');
  for (const [index, { id }] of deliveries.entries()) {
    const ms = Math.round((1 - (index + 1) / deliveries.length) * SPREAD_MS);
    await moveBack('work_tracking_webhook_deliveries', { id }, ms);
    await moveBack('work_tracking_webhook_attempts', { delivery_id: id }, ms);
  }
  await moveBack('work_tracking_webhook_subscriptions', {}, SPREAD_MS);
}

/** @param {Application} app */
const mover =
  (app) =>
  /**
   * @param {keyof typeof TIMES} table
   * @param {object} where
   * @param {number} ms
   */
  async (table, where, ms) => {
    const { connection } = app.db;
    const columns = TIMES[table].map((column) => [column, connection.raw('?? - ?', [column, ms])]);
    await connection(table).where(where).update(Object.fromEntries(columns));
  };

module.exports = { giveThemAPast };
