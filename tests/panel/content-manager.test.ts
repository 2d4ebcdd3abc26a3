import supertest from 'supertest';
import { DEFAULT_TICKET_MOVES, TICKET_STATUSES } from '../../src/plugins/work-tracking/domain/ticket';
import { collection, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, ticketIn, v1, type Api } from '../support/api';
import { startReceiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
  api = await newProject(server, { venture: 'acme' });
});
afterAll(() => server.release());

const tickets = collection('ticket');
const decisions = collection('decision');

const inProject = (tenantId: string) => ({ connect: [{ documentId: tenantId }], disconnect: [] });

describe("moves through the panel's API: every pair", () => {
  const pairs = TICKET_STATUSES.flatMap((from) => TICKET_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)('%s -> %s', async (from, to) => {
    const ticket = await ticketIn(api, from);
    const { body: form } = await admin.get(`${tickets}/${ticket.id}`).expect(200);
    const answer = await admin.put(`${tickets}/${ticket.id}`, { ...form.data, state: to });
    const { body: now } = await api.get(`/tickets/${ticket.id}`).expect(200);
    if (from === to) {
      expect(answer.status).toBe(200);
      expect(now.ticket).toEqual(ticket);
    } else if (DEFAULT_TICKET_MOVES[from]!.includes(to)) {
      expect(answer.status).toBe(200);
      expect(now.ticket).toMatchObject({ status: to, version: ticket.version + 1 });
    } else {
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(`A ticket can't move from ${from} to ${to}`);
      expect(now.ticket).toEqual(ticket);
    }
  });
});

describe('tickets in the panel', () => {
  it('are made with a project, start as open, and are in the API at once', async () => {
    const { body } = await admin
      .post(tickets, { title: 'By hand', state: 'open', priority: 'P1', project: inProject(api.tenantId) })
      .expect(201);
    const { body: answer } = await api.get(`/tickets/${body.data.documentId}`).expect(200);
    expect(answer.ticket).toMatchObject({ title: 'By hand', status: 'open', priority: 'P1', version: 1 });
  });

  it('are refused without a project, and in another state than open', async () => {
    const none = await admin.post(tickets, { title: 'T', state: 'open', priority: 'P2' });
    expect([none.status, none.body.error.message]).toEqual([400, 'Choose the project that this belongs to.']);
    const done = await admin.post(tickets, { title: 'T', state: 'done', project: inProject(api.tenantId) });
    expect([done.status, done.body.error.message]).toEqual([
      400,
      'A new ticket starts as open; file it first, then move it.',
    ]);
    const { body } = await admin.get(`${tickets}?filters[$and][0][title][$eq]=T`).expect(200);
    expect(body.results).toEqual([]);
  });

  it('stay in their project', async () => {
    const other = await newProject(server);
    const ticket = await fileTicket(api);
    const moved = await admin.put(`${tickets}/${ticket.id}`, { project: inProject(other.tenantId) });
    expect(moved.status).toBe(400);
    expect(moved.body.error.message).toBe(`This belongs to project ${api.projectKey} and stays there.`);
    const emptied = await admin.put(`${tickets}/${ticket.id}`, {
      project: { connect: [], disconnect: [{ documentId: api.tenantId }] },
    });
    expect(emptied.status).toBe(400);
    await api.get(`/tickets/${ticket.id}`).expect(200);
    expect((await other.get('/tickets')).body.tickets).toEqual([]);
  });

  it('do not take version and synced_at from a form', async () => {
    const ticket = await fileTicket(api);
    await admin
      .put(`${tickets}/${ticket.id}`, { version: 99, syncedAt: '2000-01-01T00:00:00.000Z' })
      .expect(200);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
    await admin.put(`${tickets}/${ticket.id}`, { title: 'New', version: 99 }).expect(200);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toMatchObject({ title: 'New', version: 2 });
  });

  it('are cloned into the same project, as new ones', async () => {
    const original = await ticketIn(api, 'in_review');
    const { body: form } = await admin.get(`${tickets}/${original.id}`).expect(200);
    const moved = await admin.post(`${tickets}/clone/${original.id}`, { ...form.data, state: 'blocked' });
    expect([moved.status, moved.body.error.message]).toEqual([
      400,
      'A new ticket starts as open; file it first, then move it.',
    ]);
    const { body } = await admin
      .post(`${tickets}/clone/${original.id}`, { title: 'Clone', state: 'open' })
      .expect(200);
    const { body: answer } = await api.get(`/tickets/${body.data.documentId}`).expect(200);
    expect(answer.ticket).toMatchObject({ title: 'Clone', status: 'open', version: 1 });
    expect(answer.ticket.id).not.toBe(original.id);
  });

  it('are audited with the administrator who changed them, each ticket of a bulk action by itself', async () => {
    const receiver = await startReceiver();
    const own = await newProject(server);
    await subscribe(own, receiver.url, { event_types: ['ticket.updated', 'audit.event'] });
    const first = await fileTicket(own);
    const second = await fileTicket(own);
    await admin.put(`${tickets}/${first.id}`, { title: 'By hand' }).expect(200);
    await admin.post(`${tickets}/actions/bulkDelete`, { documentIds: [first.id, second.id] }).expect(200);
    const byAdmin = await receiver.until(3, ({ body }) => body.data.actor?.type === 'admin');
    expect(byAdmin.map(({ body }) => body.data.action).sort()).toEqual([
      'ticket.deleted',
      'ticket.deleted',
      'ticket.updated',
    ]);
    for (const { body } of byAdmin) {
      expect(body.data.actor).toEqual({ type: 'admin', id: '1', name: 'Ada Lovelace' });
    }
    await receiver.close();
  });
});

describe('decisions in the panel', () => {
  it('are resolved once', async () => {
    const decision = await fileDecision(api, { frontmatter: { options: [{ id: 'a', title: 'A' }] } });
    const path = `${decisions}/${decision.id}`;
    const wrong = await admin.put(path, { state: 'resolved', verdict: 'yes', optionId: 'z' });
    expect([wrong.status, wrong.body.error.message]).toEqual([
      400,
      '"z" is not among the options of this decision.',
    ]);
    const bare = await admin.put(path, { state: 'resolved' });
    expect([bare.status, bare.body.error.message]).toEqual([400, 'To resolve a decision, give a verdict.']);
    // Beside the field of the form that is empty.
    expect(bare.body.error.details.errors).toEqual([
      { path: ['verdict'], message: 'To resolve a decision, give a verdict.', name: 'ValidationError' },
    ]);
    const early = await admin.put(path, { verdict: 'yes' });
    expect(early.status).toBe(400);

    await admin.put(path, { state: 'resolved', verdict: 'yes', optionId: 'a', note: 'Signed.' }).expect(200);
    const { body } = await api.get(`/decisions/${decision.id}`).expect(200);
    expect(body.decision.frontmatter).toMatchObject({
      status: 'resolved',
      resolution: { verdict: 'yes', option_id: 'a', note: 'Signed.' },
    });
    for (const change of [
      { verdict: 'no' },
      { state: 'open' },
      { note: 'Other' },
      { resolvedAt: '2001-01-01' },
    ]) {
      const again = await admin.put(path, change);
      expect([again.status, again.body.error.message]).toEqual([400, 'This decision is already resolved.']);
    }
    const { body: form } = await admin.get(path).expect(200);
    await admin.put(path, { ...form.data, title: 'Only the title' }).expect(200);
    const { body: after } = await api.get(`/decisions/${decision.id}`).expect(200);
    expect(after.decision).toEqual({
      ...body.decision,
      title: 'Only the title',
      version: 3,
      updated_at: expect.any(String),
    });
  });

  it('say so when the slug is taken', async () => {
    const decision = await fileDecision(api);
    const answer = await admin.post(decisions, {
      slug: decision.slug,
      title: 'T',
      state: 'open',
      project: inProject(api.tenantId),
    });
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      'This project already has a decision with that slug.',
    ]);
  });
});

describe('types that only the service writes', () => {
  it.each(['webhook-delivery', 'webhook-attempt', 'webhook-resend', 'audit-entry'])(
    '%s can be read and not written',
    async (type) => {
      const path = collection(type);
      await admin.get(path).expect(200);
      await admin.post(path, {}).expect(403);
      await admin.put(`${path}/abc`, {}).expect(403);
      await admin.delete(`${path}/abc`).expect(403);
    },
  );
});

describe('users in the panel', () => {
  it('are assigned a project, which their JWT then gives access to', async () => {
    const users = '/content-manager/collection-types/plugin::users-permissions.user';
    const role = await server.run(async (strapi) => {
      const { id, documentId } = await strapi.db
        .query('plugin::users-permissions.role')
        .findOne({ where: { type: 'authenticated' } });
      await strapi.db
        .query('plugin::users-permissions.permission')
        .create({ data: { action: 'plugin::work-tracking.v1-ticket.find', role: id } });
      return { id: id as number, documentId: documentId as string };
    });
    const { body } = await admin
      .post(users, {
        username: 'grace',
        email: 'grace@example.com',
        password: 'Secret-1',
        confirmed: true,
        role: { connect: [role] },
      })
      .expect(201);
    const { body: login } = await supertest(server.url)
      .post('/api/auth/local')
      .send({ identifier: 'grace', password: 'Secret-1' })
      .expect(200);
    expect((await v1(server, login.jwt).get('/tickets')).body.error).toBe('project_not_assigned');
    await admin
      .put(`${users}/${(body.data ?? body).documentId}`, { workTrackingProject: inProject(api.tenantId) })
      .expect(200);
    await v1(server, login.jwt).get('/tickets').expect(200);
    const me = await supertest(server.url)
      .get('/api/users/me?populate=*')
      .set('Authorization', `Bearer ${login.jwt}`);
    expect(JSON.stringify(me.body)).not.toContain(api.projectKey);
  });
});
