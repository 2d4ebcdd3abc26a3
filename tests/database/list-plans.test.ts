import { registerAdmin, type Admin } from '../support/admin';
import { ALL_EVENTS, fileDecision, fileTicket, newProject, subscribe, v1, type Api } from '../support/api';
import { insertManyRows } from '../support/many-rows';
import { analyze, plansOf, rememberStatements } from '../support/query-plans';
import { startServer, type OwnServer } from '../support/server';

const COUNT = 100_000;
/** As many as are in a batch, or on the largest page. */
const FEW = 2_000;

const TABLES = [
  'work_tracking_tickets',
  'work_tracking_decisions',
  'work_tracking_webhook_events',
  'work_tracking_webhook_deliveries',
  'work_tracking_webhook_attempts',
  'work_tracking_audit_entries',
];

/** Counts that are kept for some seconds, for which the database goes through as many rows as there are. */
const KEPT = [
  /^select .project_id., .state., count/,
  /^select .bucket./,
  /^select count\(\*\) .*where .due_at. <= \S+ limit/,
];

/** Rows that are named one by one, and the candidates of a claim: they are few, whatever a planner expects. */
const FEW_NAMED = [/.(id|target_id|delivery_id|document_id). in \([?$]/, /as clock/];

let server: OwnServer;
let admin: Admin;
let api: Api;
let subscription: string;

beforeAll(async () => {
  server = await startServer({
    env: {
      METRICS_TOKEN: 'a-token',
      DELIVERY_TICK_SECONDS: '59',
      DELIVERY_RETENTION_DAYS: '30',
      DELIVERY_DEAD_RETENTION_DAYS: '90',
    },
  });
  admin = await registerAdmin(server);
  api = await newProject(server);
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
  const project_id = `case when n % 10 = 0 then ${others} else ${own} end`;
  const subscription_id = `case when n % 10 = 0 then 'another' when n % 3 = 0 then 'a-third' else '${subscription}' end`;
  const types =
    "case when n % 50 = 0 then 'decision.resolved' when n % 2 = 0 then 'audit.event' else 'ticket.updated' end";
  const state =
    "case n % 100 when 0 then 'dead' when 1 then 'dead' when 2 then 'held' when 3 then 'pending' else 'delivered' end";
  const id = (prefix: string) => `'${prefix}-' || text(n)`;
  await insertManyRows(server, [
    {
      table: 'work_tracking_tickets',
      count: COUNT,
      columns: {
        document_id: id('ticket'),
        project_id,
        title: id('Ticket'),
        state: "case when n % 4 = 0 then 'open' when n % 50 = 1 then 'blocked' else 'done' end",
        priority: "case when n % 100 = 0 then 'P0' else 'P2' end",
        type: "case when n % 100 = 5 then 'bug' else 'task' end",
        version: '1',
        synced_at: 'ago(n)',
      },
    },
    {
      table: 'work_tracking_decisions',
      count: COUNT,
      columns: {
        document_id: id('decision'),
        project_id,
        slug: id('slug'),
        title: id('Decision'),
        state: "case when n % 100 = 0 then 'open' else 'resolved' end",
        version: '1',
        verdict: "'yes'",
        resolved_at: 'ago(n)',
      },
    },
    {
      table: 'work_tracking_webhook_events',
      count: COUNT,
      columns: {
        document_id: id('event'),
        project_id,
        type: types,
        target_id: id('ticket'),
        body: `'{"event":"ping","data":{"id":"1"}}'`,
      },
    },
    {
      table: 'work_tracking_webhook_deliveries',
      count: COUNT,
      columns: {
        document_id: id('delivery'),
        project_id,
        subscription_id,
        event_id: id('event'),
        event_type: types,
        target_id: id('ticket'),
        state,
        attempts: '1',
        due_at: 'case when n % 100 = 3 then ago(0) end',
        ended_at: 'case when n % 100 in (2, 3) then null else ago(n) end',
        resent_at: 'case when n % 200 = 1 then ago(0) end',
      },
    },
    {
      table: 'work_tracking_webhook_attempts',
      count: COUNT,
      columns: {
        document_id: id('attempt'),
        delivery_id: 'n + 1',
        number: '1',
        started_at: 'ago(n)',
        duration_ms: 'n % 1000',
        result: "'delivered'",
      },
    },
    {
      table: 'work_tracking_audit_entries',
      count: COUNT,
      columns: {
        document_id: id('entry'),
        project_id,
        project_key: "'a'",
        venture_key: "'a'",
        action: "'ticket.updated'",
        actor_type: "'system'",
        actor_id: "'system'",
        target_type: "'ticket'",
        target_id: "case when n % 2 = 0 then 'ticket-1' else 'ticket-2' end",
        at: 'ago(n)',
      },
    },
  ]);
  await rememberStatements(server);
});
afterAll(() => server.destroy());

/** Each of the values, and none. */
const each = (name: string, ...values: string[]) => ['', ...values.map((value) => `&${name}=${value}`)];
const combined = (...filters: string[][]): string[] =>
  filters.reduce((all, next) => all.flatMap((query) => next.map((filter) => query + filter)), ['']);

async function readLists(): Promise<void> {
  const lists = [
    ...combined(each('status', 'blocked'), each('priority', 'P0'), each('type', 'bug')).map(
      (q) => `/tickets?${q}`,
    ),
    ...combined(each('status', 'open'), each('slug', 'slug-7'), each('offset', '50')).map(
      (q) => `/decisions?${q}`,
    ),
    ...combined(
      each('state', 'dead', 'delivered'),
      each('subscription_id', subscription),
      each('event_type', 'decision.resolved'),
    ).map((q) => `/webhooks/deliveries?${q}`),
    '/webhooks/subscriptions?',
  ];
  // What the rows hold is not as the document describes it.
  const { get } = v1({ url: server.url, description: undefined }, api.token);
  for (const list of lists) {
    const { body } = await get(list).expect(200);
    if (body.has_more && !list.includes('offset'))
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
    '/board/changes',
    ...project.flatMap((q) => [`/decisions?status=open${q}`, `/decisions?status=resolved${q}`]),
    ...combined(
      project,
      each('state', 'dead', 'delivered'),
      each('subscription', subscription),
      each('eventType', 'decision.resolved'),
      each('period', 'day'),
    ).map((q) => `/deliveries?${q}`),
    ...project.map((q) => `/deliveries/chart?${q}`),
    '/deliveries/choices',
    '/deliveries/resends',
    `/deliveries/resends/count?subscriptionId=${subscription}&state=dead`,
    '/deliveries/delivery-7',
    '/records/ticket-1/history?type=ticket&limit=10',
    '/records/ticket-1/deliveries?type=ticket&limit=10',
    `/records/${subscription}/deliveries?type=subscription&limit=10`,
    '/projects',
    '/tokens',
    '/widgets/failed-deliveries',
  ];
  for (const page of pages) await admin.get(`/work-tracking${page}`).expect(200);
  await fetch(`${server.url}/api/work-tracking/metrics`, { headers: { Authorization: 'Bearer a-token' } });
}

/** What the service does by itself: claims, ticks, retention, holding, resuming and sending again. */
async function letItWork(): Promise<void> {
  await server.run(async (strapi) => {
    for (const name of ['work-tracking-deliver', 'work-tracking-prune']) {
      const { job } = strapi.cron.jobs.find((cron) => cron.name === name) as unknown as {
        job: { invoke(): Promise<void> };
      };
      await job.invoke();
    }
  });
  const path = `/webhooks/subscriptions/${subscription}`;
  await api.post(`${path}/resend`, { state: 'dead' }).expect(202);
  await server.run(async (strapi, documentId) => {
    for (const active of [false, true]) {
      await strapi
        .documents('plugin::work-tracking.webhook-subscription' as never)
        .update({ documentId, data: { active } } as never);
    }
    const isAtWork = async () =>
      (await strapi.db
        .query('plugin::work-tracking.webhook-subscription')
        .count({ where: { resuming: true } })) +
      (await strapi.db.query('plugin::work-tracking.webhook-resend').count({ where: { state: 'running' } }));
    while ((await isAtWork()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    strapi.plugin('work-tracking').service('dispatcher').start();
    await strapi.plugin('work-tracking').service('dispatcher').stop();
  }, subscription);
}

it('every list, look-up and claim goes by an index and sorts no more than a few rows', async () => {
  await readLists();
  await openPages();
  await letItWork();
  await fileTicket(api);
  await fileDecision(api);
  for (const prepare of [() => Promise.resolve(), () => analyze(server, TABLES)]) {
    await prepare();
    const plans = await plansOf(server, TABLES, FEW);
    const costly = plans.flatMap(({ sql, costs }) =>
      costs
        .filter(() => ![...KEPT, ...FEW_NAMED].some((known) => known.test(sql)))
        .map((cost) => `${cost}: ${sql}`),
    );
    expect(costly).toEqual([]);
  }
});
