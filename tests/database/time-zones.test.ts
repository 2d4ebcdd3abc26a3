import { fileTicket, newProject, v1, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { extended } from '../support/extended';
import { startServer, type OwnServer, type ServerOptions } from '../support/server';

const ZONES = ['America/New_York', 'Asia/Kolkata'];

/** Around both changes of the clock of New York, as a client sends them, and in UTC. */
const TIMES = [
  ['2026-03-08T02:30:00Z', '2026-03-08T02:30:00.000Z'],
  ['2026-03-08T01:59:59-05:00', '2026-03-08T06:59:59.000Z'],
  ['2026-03-08T03:00:00-04:00', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01T00:59:59.999-04:00', '2026-11-01T04:59:59.999Z'],
  ['2026-11-01T01:30:00-04:00', '2026-11-01T05:30:00.000Z'],
  ['2026-11-01T01:30:00-05:00', '2026-11-01T06:30:00.000Z'],
  ['2026-11-01T02:00:00-05:00', '2026-11-01T07:00:00.000Z'],
] as const;

const STAYING = { '../config/environment/time-zone.js': 'exports.stayInUtc = () => {};' };

const HOST = builtWith({ files: STAYING });

/** A team's field that is a time, too. */
const FIELDS = extended('ticket', { seen: { type: 'datetime' } });

/** Starts a process in each zone, all on one database. */
async function inZones(env: ServerOptions['env'] = {}): Promise<OwnServer[]> {
  const servers: OwnServer[] = [];
  for (const zone of ZONES) {
    const database = servers[0]?.database;
    servers.push(await startServer({ env: { ...env, TZ: zone }, ...(database && { database }) }));
  }
  return servers;
}

const endAll = async ([first, ...others]: OwnServer[]) => {
  for (const server of others) await server.stop();
  await first!.destroy();
};

/** The due times of a project's tickets, oldest ticket first. */
const dueTimes = async (api: Api) =>
  ((await api.get('/tickets').expect(200)).body.tickets as { due_at: string }[])
    .map(({ due_at: dueAt }) => dueAt)
    .reverse();

const NEVER = {
  url: 'http://127.0.0.1:9/hook',
  secret: 'a secret of 32 characters at least',
  event_types: ['ticket.created'],
};

describe.each([
  ['in this application', builtWith({ files: FIELDS })],
  ['in one whose process stays in its zone', builtWith({ files: { ...STAYING, ...FIELDS } })],
])('%s', (_where, env) => {
  let servers: OwnServer[];
  beforeAll(async () => {
    servers = await inZones(env);
  });
  afterAll(() => endAll(servers));

  it('answers each time as it was sent, in whatever zone its processes run', async () => {
    const api = await newProject(servers[0]!);
    const expected = TIMES.map(([, utc]) => utc);
    for (const [sent, utc] of TIMES) {
      const ticket = await fileTicket(api, { due_at: sent, seen: sent });
      expect(ticket).toMatchObject({ due_at: utc, seen: utc });
      const age = Date.now() - new Date(ticket.created_at as string).getTime();
      expect(Math.abs(age)).toBeLessThan(10 * 60 * 1000);
    }
    for (const server of servers) {
      const there = v1(server, api.token);
      expect(await dueTimes({ ...api, ...there })).toEqual(expected);
      for (const [, utc] of TIMES) {
        const found = async (filter: string): Promise<string[]> => {
          const { body } = await there.get(`/tickets?${filter}=${utc}`).expect(200);
          return body.tickets.map((ticket: { due_at: string }) => ticket.due_at).sort();
        };
        const before = expected.filter((time) => time < utc);
        expect(await found('due_before')).toEqual(before);
        expect(await found('seen_before')).toEqual(before);
        expect(await found('seen')).toEqual([utc]);
        expect(await found('seen_after')).toEqual(expected.filter((time) => time > utc));
      }
    }
  });

  it('knows in one zone when a delivery is due that was tried in another', async () => {
    const api = await newProject(servers[0]!);
    await api.post('/webhooks/subscriptions', NEVER).expect(201);
    await fileTicket(api);
    const first = async (server: OwnServer) => {
      const { body } = await v1(server, api.token).get('/webhooks/deliveries').expect(200);
      return body.deliveries[0] as { attempts: number; created_at: string; next_attempt_at: string | null };
    };
    const untilTried = async (): Promise<Awaited<ReturnType<typeof first>>> => {
      const delivery = await first(servers[0]!);
      return delivery.next_attempt_at !== null && delivery.attempts > 0 ? delivery : untilTried();
    };
    const tried = await untilTried();
    expect(await first(servers[1]!)).toEqual(tried);
    const waitMs = new Date(tried.next_attempt_at!).getTime() - new Date(tried.created_at).getTime();
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThan(10 * 60 * 1000);
  });
});

/** The times that a process in New York has stored for these in columns without a zone, in its own. */
const STORED_BEFORE = [
  ['2026-01-15 12:00:00', '2026-01-15T17:00:00.000Z'],
  ['2026-03-08 01:59:59', '2026-03-08T06:59:59.000Z'],
  ['2026-03-08 03:00:00', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
  ['2026-11-01 02:00:00', '2026-11-01T07:00:00.000Z'],
] as const;

/**
 * Leaves the tables as an older version had them, and these times in tickets and in Strapi's own tokens, oldest first.
 * SQLite has always stored the milliseconds since 1970.
 */
const leaveInNewYork = (old: OwnServer) =>
  old.run(async (strapi, times) => {
    const knex = strapi.db.connection;
    const { client } = strapi.db.dialect;
    for (const table of ['work_tracking_tickets', 'work_tracking_audit_entries', 'strapi_api_tokens']) {
      const columns = await knex(table).columnInfo();
      if (client === 'postgres') {
        for (const [name, { type }] of Object.entries(columns)) {
          if (type.startsWith('timestamp'))
            await knex.raw('alter table ?? alter ?? type timestamp(6)', [table, name]);
        }
      }
      const column = 'due_at' in columns ? 'due_at' : 'created_at';
      const ids = await knex(table).orderBy('id', 'desc').limit(times.length).pluck('id');
      for (const [index, id] of ids.reverse().entries()) {
        const [local, utc] = times[index]!;
        const stored = client === 'sqlite' ? new Date(utc).getTime() : local;
        await knex(table)
          .where({ id })
          .update({ [column]: stored });
      }
    }
    const name = 'work-tracking-07-times-in-utc';
    await knex('strapi_migrations_internal').where({ name }).delete();
  }, STORED_BEFORE);

/** Whose process stays in its zone stays there, too, once it is upgraded. */
it.each([
  ['this application', {}, ZONES],
  ['one whose process stays in its zone', HOST, ZONES.slice(0, 1)],
])('reads after the upgrade of %s what was stored in New York', async (_which, env, zones) => {
  const expected = STORED_BEFORE.map(([, utc]) => utc);
  const old = await startServer({ env });
  const api = await newProject(old);
  for (const _ of STORED_BEFORE) await fileTicket(api);
  for (const _ of STORED_BEFORE) await newProject(old);
  await leaveInNewYork(old);
  await old.stop();

  const { database } = old;
  for (const zone of zones) {
    const server = await startServer({ database, env: { ...env, TZ: zone } });
    expect(await dueTimes({ ...api, ...v1(server, api.token) })).toEqual(expected);
    const { client, ofTokens } = await server.run(async (strapi) => ({
      client: strapi.db.dialect.client,
      ofTokens: await strapi.db
        .query('admin::api-token')
        .findMany({ select: ['createdAt'], orderBy: { id: 'desc' }, limit: 5 }),
    }));
    expect(ofTokens.map(({ createdAt }) => createdAt as string).reverse()).toEqual(expected);
    const isTold = server.log().includes('This process runs in America/New_York');
    expect(isTold).toBe(env === HOST && client !== 'sqlite');
    await server.stop();
  }
  await database.drop();
});
