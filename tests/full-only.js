'use strict';

/**
 * A test file that `npm test` leaves to `npm run test:full`.
 * @typedef {object} FullOnly
 * @property {string} file
 * @property {string} reason why it is not in the core
 * @property {string} meanwhile what keeps its ground in the gate
 */

const ON_POSTGRES = 'the gate runs it on PostgreSQL';
const TAKES_LONG = 'it takes long';
const ITS_SECONDS = 'its subject is the passing of seconds';
const BOOTS = 'it starts many programs';

/** @type {readonly FullOnly[]} */
module.exports = [
  {
    file: 'tests/access/mcp.test.ts',
    reason: TAKES_LONG,
    meanwhile: 'tests/access/matrix.test.ts: who reaches it; tests/access/other-doors.test.ts: the rules',
  },
  {
    file: 'tests/access/rate-limit-settings.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/access/rate-limits.test.ts: the limits as they are set there',
  },
  {
    file: 'tests/access/shared-rate-limits.test.ts',
    reason: 'it needs redis-server',
    meanwhile: 'tests/access/rate-limits.test.ts: the same limits, counted by one process',
  },
  {
    file: 'tests/access/token-command.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/access/projects.test.ts: `npm run token`',
  },
  { file: 'tests/api/conditions.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  { file: 'tests/api/idempotency.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  {
    file: 'tests/api/unread-answers.test.ts',
    reason: ITS_SECONDS,
    meanwhile: 'tests/api/sizes.test.ts: large answers, read to their ends',
  },
  { file: 'tests/changes/order.test.ts', reason: BOOTS, meanwhile: ON_POSTGRES },
  {
    file: 'tests/changes/waiting.test.ts',
    reason: ITS_SECONDS,
    meanwhile: 'tests/api/changes.test.ts: the changes themselves',
  },
  {
    file: 'tests/command-line/export.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/command-line/projects.test.ts: how a command runs and answers',
  },
  {
    file: 'tests/command-line/resend.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/command-line/usage.test.ts: its options; tests/webhooks/resend.test.ts for the rule',
  },
  {
    file: 'tests/configuration/content-types.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/api/content.test.ts: references to the types of the application',
  },
  {
    file: 'tests/configuration/moves.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/panel/board-custom-moves.test.ts: moves that are configured',
  },
  {
    file: 'tests/configuration/power-cuts.test.ts',
    reason: 'it needs strace',
    meanwhile: 'tests/webhooks/transactions.test.ts: how a transaction begins and ends',
  },
  {
    file: 'tests/configuration/prefix.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/configuration/settings.test.ts: which prefixes there can be',
  },
  {
    file: 'tests/configuration/settings-boots.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/configuration/settings.test.ts: each setting, without a start',
  },
  {
    file: 'tests/configuration/sign-off.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/sign-off/each-way.test.ts: what is set, at work',
  },
  {
    file: 'tests/database/change-plans.test.ts',
    reason: `${TAKES_LONG}: 100,000 rows`,
    meanwhile: 'tests/api/changes.test.ts: what is listed',
  },
  { file: 'tests/database/host-transactions.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  { file: 'tests/database/host-writes.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  {
    file: 'tests/database/list-plans.test.ts',
    reason: `${TAKES_LONG}: 100,000 rows`,
    meanwhile: 'tests/api/ticket-list.test.ts: what is listed',
  },
  {
    file: 'tests/database/own-index.test.ts',
    reason: `${TAKES_LONG}: many rows`,
    meanwhile: 'tests/webhooks/claims.test.ts: what is claimed',
  },
  { file: 'tests/database/statements.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  { file: 'tests/database/time-zones.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  { file: 'tests/database/upgrade.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  {
    file: 'tests/documentation/clients.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/api/changes.test.ts, and tests/api/idempotency.test.ts on PostgreSQL: what they do',
  },
  {
    file: 'tests/documentation/commands.test.ts',
    reason: 'it needs curl',
    meanwhile: 'tests/documentation/examples.test.ts: the samples of requests and answers',
  },
  {
    file: 'tests/examples/client.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/documentation/openapi.test.ts: the description that the client is made of',
  },
  {
    file: 'tests/examples/sign-off.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/sign-off/asking.test.ts: asked, approved and published',
  },
  {
    file: 'tests/examples/sync.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/api/changes.test.ts: what a follower reads; tests/examples/receiver.test.ts',
  },
  {
    file: 'tests/extension/accepted-values.test.ts',
    reason: TAKES_LONG,
    meanwhile: 'tests/extension/input.test.ts: what is accepted in each form',
  },
  {
    file: 'tests/extension/builder.test.ts',
    reason: `${TAKES_LONG}: it develops in a copy of the repository`,
    meanwhile: 'tests/extension/custom-fields.test.ts: the same fields, as files',
  },
  { file: 'tests/extension/linked-records.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  {
    file: 'tests/extension/schemas.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/extension/reserved-names.test.ts: what stops a start',
  },
  {
    file: 'tests/extension/typed-client.test.ts',
    reason: `${TAKES_LONG}: it makes a client and compiles it`,
    meanwhile: 'tests/extension/custom-fields.test.ts: the description of an extended application',
  },
  {
    file: 'tests/gate/changes-to-others.test.ts',
    reason: `${TAKES_LONG}: it runs the linter`,
    meanwhile: 'npm run lint: the same rule, on the code itself',
  },
  { file: 'tests/panel/json-text.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  {
    file: 'tests/panel/kept-content-views.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/panel/content-views.test.ts: the views after a first start',
  },
  {
    file: 'tests/sign-off/asked.test.ts',
    reason: TAKES_LONG,
    meanwhile:
      'tests/sign-off/each-way.test.ts: under the other rule; tests/domain/sign-off.test.ts: the rules',
  },
  {
    file: 'tests/sign-off/changes-since-approval.test.ts',
    reason: TAKES_LONG,
    meanwhile: 'tests/sign-off/content-changes.test.ts: the same comparison, with what is published',
  },
  { file: 'tests/sign-off/digest.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  {
    file: 'tests/sign-off/project-key.test.ts',
    reason: BOOTS,
    meanwhile: "tests/sign-off/each-way.test.ts: other projects' decisions",
  },
  { file: 'tests/sign-off/races.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  {
    file: 'tests/sign-off/removed-types.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/panel/entries.test.ts: entries that are no longer there',
  },
  {
    file: 'tests/sign-off/requests-at-once.test.ts',
    reason: TAKES_LONG,
    meanwhile: 'tests/sign-off/bulk-publish.test.ts: one request at a time',
  },
  {
    file: 'tests/start/cors.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/api/service.test.ts: the headers of an answer',
  },
  {
    file: 'tests/start/image.test.ts',
    reason: BOOTS,
    meanwhile: 'the demo of the gate starts the same build',
  },
  {
    file: 'tests/start/other-host.test.ts',
    reason: BOOTS,
    meanwhile: 'each test server has gone through these checks',
  },
  {
    file: 'tests/start/secrets.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/access/projects.test.ts: `npm run token`',
  },
  {
    file: 'tests/start/settings.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/configuration/settings.test.ts: the sentences',
  },
  {
    file: 'tests/start/signals.test.ts',
    reason: 'it needs ps',
    meanwhile: 'each test server is stopped by SIGTERM',
  },
  {
    file: 'tests/start/stale.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/support/global-setup.ts: a build that is not up to date is made anew',
  },
  { file: 'tests/webhooks/claims.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  {
    file: 'tests/webhooks/connections.test.ts',
    reason: ITS_SECONDS,
    meanwhile: 'tests/webhooks/kept-connections.test.ts',
  },
  { file: 'tests/webhooks/ended-processes.test.ts', reason: BOOTS, meanwhile: ON_POSTGRES },
  {
    file: 'tests/webhooks/fairness.test.ts',
    reason: ITS_SECONDS,
    meanwhile: 'tests/webhooks/slots.test.ts: how slots are shared',
  },
  { file: 'tests/webhooks/held-deliveries.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  {
    file: 'tests/webhooks/hostile-receivers.test.ts',
    reason: ITS_SECONDS,
    meanwhile: 'tests/webhooks/retries.test.ts: what comes of each failure',
  },
  { file: 'tests/webhooks/instances.test.ts', reason: BOOTS, meanwhile: ON_POSTGRES },
  {
    file: 'tests/webhooks/many-subscriptions.test.ts',
    reason: `${TAKES_LONG}: thousands of subscriptions`,
    meanwhile: 'tests/webhooks/claims.test.ts',
  },
  {
    file: 'tests/webhooks/notices-disabled.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/webhooks/notices-dead-letters.test.ts: the other notice, sent and kept alike',
  },
  {
    file: 'tests/webhooks/notices-mail-servers.test.ts',
    reason: ITS_SECONDS,
    meanwhile: 'tests/webhooks/notices-dead-letters.test.ts: a mail and what it says',
  },
  { file: 'tests/webhooks/resend.test.ts', reason: TAKES_LONG, meanwhile: ON_POSTGRES },
  {
    file: 'tests/webhooks/resent-deliveries.test.ts',
    reason: TAKES_LONG,
    meanwhile: 'tests/webhooks/resend.test.ts, on PostgreSQL',
  },
  {
    file: 'tests/webhooks/retention-races.test.ts',
    reason: BOOTS,
    meanwhile: 'tests/webhooks/retention.test.ts: what is deleted, and what is not',
  },
  {
    file: 'tests/webhooks/silent-name-servers.test.ts',
    reason: ITS_SECONDS,
    meanwhile: 'tests/webhooks/host-names.test.ts: names that a server answers for',
  },
];
