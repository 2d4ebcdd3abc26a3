import { MAX_LABELS } from '../../../src/plugins/work-tracking/domain/labels';
import { logInAdmin, type Admin } from '../../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, tokenFor, type Api } from '../../support/api';
import { insertAttempts, insertDeliveries } from '../../support/deliveries';
import type { TestServer } from '../../support/server';

/** A project with something in each part of the panel. */
export interface PanelData {
  api: Api;
  ticket: { id: string; ref: string; title: string };
  /** Has as many labels as a ticket may have. */
  labelled: { title: string };
  /** Is changed by two people at once. */
  contested: { ref: string };
  decision: { id: string; title: string };
  /** Public id of the subscription that is active. */
  subscription: string;
  /** Its URL. */
  url: string;
  /** Public ids of deliveries. */
  pending: string;
  dead: string;
  /** The name of a view that shows the project's tickets. */
  view: string;
}

const HOUR_MS = 60 * 60 * 1000;
/** Is wider than a narrow column. */
export const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung';

/** Makes a project whose texts are as long as they come. */
export async function fillPanel(server: TestServer): Promise<PanelData> {
  const api = await newProject(server);
  const admin = await logInAdmin(server);
  const ticket = await fileTickets(api);
  const labelled = await fileTicket(api, {
    title: `Labelled at ${api.projectKey}`,
    labels: Array.from({ length: MAX_LABELS }, (_, index) => `label-${index + 1}`),
  });
  const contested = await fileTicket(api, { title: `Contested at ${api.projectKey}` });
  await admin
    .post(`/work-tracking/tickets/${ticket.id}/comments`, {
      body: `What somebody says\n\n${LONG_WORD.repeat(2)}`,
    })
    .expect(200);
  const view = `Team ${api.projectKey}`;
  await admin
    .post('/work-tracking/board/views', { name: view, filters: { project: api.tenantId }, role: null })
    .expect(200);
  const decision = await fileDecisions(api);
  const url = `http://127.0.0.1:9/hooks/${LONG_WORD}/${api.projectKey}`;
  const { id: subscription } = await subscribe(api, url, { event_types: ['audit.event'] });
  const off = await subscribe(api, `http://127.0.0.1:9/off/${api.projectKey}`);
  await server.run(
    (strapi, document_id) =>
      strapi.db
        .connection('work_tracking_webhook_subscriptions')
        .where({ document_id })
        .update({ active: false }),
    off.id as string,
  );
  const deliveries = await insertedDeliveries(server, subscription);
  await tokenFor(server, api.projectKey, { name: `Issued ${api.projectKey}` });
  await bindToken(server, admin, api);
  return { api, ticket, labelled, contested, decision, subscription, url, view, ...deliveries };
}

async function fileTickets(api: Api) {
  for (const priority of ['P0', 'P1', 'P3']) {
    await fileTicket(api, {
      title: `${priority} ${LONG_WORD}`,
      priority,
      type: 'bug',
      effort: 'S',
      labels: ['ui'],
    });
  }
  return fileTicket(api, {
    title: `Coffee runs out at ${api.projectKey}`,
    body: `# Why\n\n**Nobody** orders it.\n\n| a | b |\n|---|---|\n| ${LONG_WORD} | ${LONG_WORD} |\n\n    ${LONG_WORD.repeat(4)}`,
    labels: ['kitchen', LONG_WORD.slice(0, 50)],
    assignee: '1',
    type: 'chore',
    effort: 'M',
    due_at: '2026-01-01T12:00:00Z',
  });
}

async function fileDecisions(api: Api) {
  const options = [
    { id: 'a', title: 'Order it weekly', body: 'A **subscription**.' },
    { id: 'b', title: LONG_WORD },
  ];
  const resolved = await fileDecision(api, { title: 'Resolved one' });
  await api.post(`/decisions/${resolved.id}/resolve`, { verdict: 'approved', note: LONG_WORD }).expect(200);
  return fileDecision(api, {
    title: `Which ${LONG_WORD}?`,
    body_markdown: `Because\n\n    ${LONG_WORD.repeat(4)}`,
    frontmatter: { options, owner: LONG_WORD },
  });
}

async function insertedDeliveries(server: TestServer, subscription: string) {
  const now = Date.now();
  const ended = Array.from({ length: 12 }, (_, index) => ({
    state: index % 3 === 0 ? 'dead' : 'delivered',
    createdAt: now - (index + 1) * HOUR_MS,
    attempts: 1,
  }));
  const ids = await insertDeliveries(server, subscription, ended);
  for (const [index, id] of ids.entries()) {
    const isDead = index % 3 === 0;
    await insertAttempts(server, id, [
      {
        result: isDead ? 'http_error' : 'delivered',
        startedAt: now - (index + 1) * HOUR_MS,
        durationMs: 40 + index,
        statusCode: isDead ? 500 : 200,
      },
    ]);
  }
  const [pending] = await insertDeliveries(server, subscription, [
    { state: 'pending', createdAt: now, attempts: 0 },
  ]);
  return { pending: pending!, dead: ids[0]! };
}

/** Binds one of Strapi's own tokens, and makes another one that is free. */
async function bindToken(server: TestServer, admin: Admin, { projectKey, tenantId }: Api): Promise<void> {
  const name = `Bound ${projectKey}`;
  const id = await server.run(async (strapi, bound) => {
    const create = (given: string) =>
      strapi
        .service('admin::api-token-content-api')
        .create({ name: given, kind: 'content-api', type: 'full-access', lifespan: null });
    await create(`Free ${bound}`);
    return (await create(bound)).id as number;
  }, name);
  await admin.post(`/work-tracking/tokens/${id}/bind`, { project: tenantId }).expect(200);
}
