import { registerAdmin, type Admin } from '../support/admin';
import {
  ALL_EVENTS,
  fileDecision,
  fileTicket,
  newProject,
  subscribe,
  tokenFor,
  v1,
  type Api,
} from '../support/api';
import { ARTICLES, inCode } from '../support/documents';
import { ARTICLE } from '../support/extended';
import { combined, each } from '../support/filters';
import { giveUp } from '../support/given-up';
import { runJob, untilAllResumed } from '../support/jobs';
import { FEW_NAMED, KEPT, TABLES } from '../support/known-plans';
import { sendingTo } from '../support/mail-server';
import { manyRecords } from '../support/many-records';
import { insertManyRows } from '../support/many-rows';
import { analyze, plansOf, rememberStatements } from '../support/query-plans';
import { startServer, type OwnServer } from '../support/server';

const COUNT = 100_000;
/** As many as are in a batch, or on the largest page. */
const FEW = 2_000;

/** Filters by entries that few and many are about. */
const ABOUT = each(
  'content',
  ...['rare', 'often', 'often:en'].map((entry) => `plugin::users-permissions.user:${entry}`),
);

const DUE = '2100-01-01T00:00:00Z';

let server: OwnServer;
let admin: Admin;
let api: Api;
let subscription: string;
let person: string;

beforeAll(async () => {
  server = await startServer({
    env: {
      SIGN_OFF_PROJECT: 'SIGN',
      SIGN_OFF_TYPES: `${ARTICLES}=always`,
      METRICS_TOKEN: 'a-token',
      CONTENT_TYPES: `plugin::users-permissions.user,${ARTICLES}`,
      DELIVERY_TICK_SECONDS: '59',
      DELIVERY_RETENTION_DAYS: '30',
      DELIVERY_DEAD_RETENTION_DAYS: '90',
      NOTIFY_EMAILS: 'ops@example.com',
      ...sendingTo({ port: 1 }, ARTICLE),
    },
  });
  admin = await registerAdmin(server);
  api = await tokenFor(server, 'SIGN');
  person = (await api.get('/people').expect(200)).body.people[0].id;
  const other = await newProject(server);
  ({ id: subscription } = await subscribe(api, 'https://example.org/', { event_types: ALL_EVENTS }));
  await server.run((strapi) => strapi.plugin('work-tracking').service('dispatcher').stop());
  const [own, others] = await server.run(
    async (strapi, keys) => {
      const ids: number[] = [];
      for (const key of keys) {
        ids.push((await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key } })).id);
      }
      return ids as [number, number];
    },
    [api.projectKey, other.projectKey],
  );
  await insertManyRows(server, manyRecords({ count: COUNT, own, others, subscription, person }));
  await rememberStatements(server);
});
afterAll(() => server.destroy());

async function readLists(): Promise<void> {
  const lists = [
    ...[
      ...combined(each('status', 'blocked'), each('priority', 'P0'), each('type', 'bug')),
      ...combined(each('label', 'rare', 'often'), each('assignee', 'none', person), each('due_before', DUE)),
      ...combined(ABOUT, each('status', 'blocked'), each('label', 'rare')),
    ].map((q) => `/tickets?${q}`),
    '/tickets/ticket-7/comments?',
    ...combined(each('status', 'open'), each('slug', 'slug-7'), ABOUT, each('offset', '50')).map(
      (q) => `/decisions?${q}`,
    ),
    ...combined(
      each('state', 'dead', 'delivered'),
      each('subscription_id', subscription),
      each('event_type', 'decision.resolved'),
    ).map((q) => `/webhooks/deliveries?${q}`),
    '/webhooks/subscriptions?',
    ...combined(each('target_type', 'decision'), each('target_id', 'ticket-1')).flatMap((q) =>
      each('action', 'ticket.created').map((action) => `/changes?after=5000${q}${action}`),
    ),
  ];
  // The inserted values are not as the OpenAPI document describes them.
  const { get } = v1({ url: server.url, description: undefined }, api.token);
  for (const list of lists) {
    const { body } = await get(list).expect(200);
    if (body.next_cursor && !list.includes('offset'))
      await get(`${list}&cursor=${body.next_cursor}`).expect(200);
  }
}

async function openPages(): Promise<void> {
  const project = each('project', api.tenantId);
  const pages = [
    ...combined(project, each('priority', 'P0')).flatMap((q) => [
      `/board?${q}`,
      `/board/tickets?status=done${q}`,
    ]),
    ...combined(
      each('sort', 'priority', 'due'),
      project,
      each('priority', 'P0'),
      each('assignee', 'me', 'none'),
      each('label', 'rare', 'often'),
      each('type', 'bug'),
      each('due', 'soon', 'none'),
    ).map((q) => `/board/tickets?status=done${q}`),
    ...combined(each('sort', 'priority', 'due'), project, each('assignee', 'me')).map(
      (q) => `/board/tickets?status=done&recent=true${q}`,
    ),
    ...combined(
      project,
      each('assignee', 'me', 'none'),
      each('label', 'rare', 'often'),
      each('type', 'bug'),
      each('due', 'soon', 'none'),
    ).map((q) => `/board?${q}`),
    ...project.map((q) => `/board/labels?${q}`),
    '/board/changes',
    ...combined(each('locale', 'en'), each('ended', 'true')).flatMap((q) =>
      ['tickets', 'decisions'].map((what) => `/content/rare/${what}?type=plugin::users-permissions.user${q}`),
    ),
    ...each('locale', 'en').map(
      (q) => `/open-work?type=plugin::users-permissions.user&ids=rare,often,none${q}`,
    ),
    ...project.flatMap((q) => [`/decisions?status=open${q}`, `/decisions?status=resolved${q}`]),
    ...combined(
      project,
      each('state', 'dead', 'dead_resent', 'delivered'),
      each('subscription', subscription),
      each('eventType', 'decision.resolved'),
      each('period', 'day'),
    ).map((q) => `/deliveries?${q}`),
    ...combined(project, each('state', 'dead'), each('subscription', subscription)).flatMap((q) =>
      ['event-7', `${api.projectKey}-8`].map((search) => `/deliveries?search=${search}${q}`),
    ),
    ...project.map((q) => `/deliveries/chart?${q}`),
    '/deliveries/choices',
    '/deliveries/resends',
    `/deliveries/resends/count?subscriptionId=${subscription}&state=dead`,
    '/deliveries/delivery-7',
    '/records/ticket-1/history?type=ticket&limit=10',
    '/records/ticket-1/deliveries?type=ticket&limit=10',
    `/records/${subscription}/deliveries?type=subscription&limit=10`,
    '/people?former=true',
    '/projects',
    '/tokens',
    '/widgets/failed-deliveries',
    '/subscriptions',
    '/subscriptions?text=example',
    '/subscriptions/attention',
    `/subscriptions/${subscription}/waiting`,
  ];
  for (const page of pages) await admin.get(`/work-tracking${page}`).expect(200);
  await fetch(`${server.url}/api/work-tracking/metrics`, { headers: { Authorization: 'Bearer a-token' } });
}

/** Lets the service do its own work: claims, ticks, retention, holding, resuming and sending again. */
async function letItWork(): Promise<void> {
  for (const job of ['deliver', 'prune', 'notify'] as const) await runJob(server, job);
  await server.untilLogged('dead deliveries in');
  await api.post(`/webhooks/subscriptions/${subscription}/resend`, { state: 'dead' }).expect(202);
  await giveUp(server, subscription, 'As the service does.');
  await server.untilLogged('Nobody got the e-mail "Webhook subscription disabled');
  await server.run((strapi, documentId) => {
    const subscriptions = strapi.db.query('plugin::work-tracking.webhook-subscription');
    return subscriptions.update({ where: { documentId }, data: { active: true } });
  }, subscription);
  await untilAllResumed(server);
  await server.run(async (strapi) => {
    const resends = strapi.db.query('plugin::work-tracking.webhook-resend');
    while ((await resends.count({ where: { state: 'running' } })) > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    strapi.plugin('work-tracking').service('dispatcher').start();
    await strapi.plugin('work-tracking').service('dispatcher').stop();
  });
}

/** Asks for the sign-off of an article that some decisions are about, and of one that none is; takes one of them away. */
async function publishArticles(): Promise<void> {
  for (const documentId of ['article-2', 'undecided']) {
    await inCode(server, ARTICLES, 'create', { data: { documentId, title: 'Coffee' } });
    await expect(inCode(server, ARTICLES, 'publish', { documentId })).rejects.toThrow('is not published');
    await admin.get(`/work-tracking/content/${documentId}/sign-off?type=${ARTICLES}&locale=en`).expect(200);
  }
  await server.run(
    async (strapi, content) => {
      await strapi.db
        .connection('work_tracking_decisions')
        .where({ document_id: 'decision-2' })
        .update({ content: JSON.stringify(content) });
    },
    [{ type: ARTICLES, id: 'article-2', locale: null }],
  );
  await api.delete('/decisions/decision-2').expect(200);
}

it('every list, look-up and claim goes by an index and sorts no more than a few rows', async () => {
  await readLists();
  await openPages();
  await letItWork();
  await fileTicket(api);
  await fileDecision(api);
  await publishArticles();
  for (const prepare of [() => Promise.resolve(), () => analyze(server, TABLES)]) {
    await prepare();
    const plans = await plansOf(server, TABLES, FEW);
    const others = plans.filter(({ sql }) => ![...KEPT, ...FEW_NAMED].some((known) => known.test(sql)));
    const costly = others.flatMap(({ sql, costs }) => costs.map((cost) => `${cost}: ${sql}`));
    expect(costly).toEqual([]);
    // Whether there is a decision about an entry is looked up by its references, not in the order of the decisions.
    const asked = plans.filter(({ sql }) => /option_id.*_decisions.*_content_references/s.test(sql));
    expect(asked.length).toBeGreaterThanOrEqual(1);
    expect(asked.flatMap(({ indexes }) => indexes.filter((name) => name.startsWith('wt_decisions')))).toEqual(
      [],
    );
  }
});

it('whether somebody has tickets is looked up, also where nearly all are theirs', async () => {
  await server.run(async (strapi, id) => {
    await strapi.db.connection('work_tracking_tickets').update({ assignee_id: id });
  }, Number(person));
  await analyze(server, TABLES);
  await admin.get('/work-tracking/people?former=true').expect(200);
  const plans = await plansOf(server, TABLES, FEW);
  const ofPeople = plans.filter(({ sql }) => /\badmin_users. as .u. where/.test(sql));
  expect(ofPeople.map(({ costs }) => costs)).toEqual([[]]);
});
