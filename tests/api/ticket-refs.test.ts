import { registerAdmin, collection, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, tokenFor, type Api } from '../support/api';
import { startReceiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());
beforeEach(async () => {
  api = await newProject(server);
});

const TICKET = 'plugin::work-tracking.ticket';

describe('the number of a ticket (specification 2.1)', () => {
  it('counts 1, 2, 3 in its project, and ref is the project’s key with it', async () => {
    const other = await newProject(server);
    for (const number of [1, 2, 3]) {
      expect(await fileTicket(api)).toMatchObject({ number, ref: `${api.projectKey}-${number}` });
    }
    expect(await fileTicket(other)).toMatchObject({ number: 1, ref: `${other.projectKey}-1` });
  });

  it('is given once, however many are filed at the same moment', async () => {
    const filed = await Promise.all(Array.from({ length: 25 }, () => fileTicket(api)));
    const numbers = filed.map(({ number }: { number: number }) => number);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });

  it('is not given again after the ticket is deleted', async () => {
    await fileTicket(api);
    const { id } = await fileTicket(api);
    await api.delete(`/tickets/${id}`).expect(200);
    expect(await fileTicket(api)).toMatchObject({ number: 3 });
  });

  it('is the service’s: no door sets or changes it', async () => {
    const { id, number } = await fileTicket(api);
    for (const field of ['number', 'ref']) {
      for (const answer of [
        await api.post('/tickets', { title: 'A ticket', [field]: 7 }).expect(400),
        await api.patch(`/tickets/${id}`, { [field]: 7 }).expect(400),
      ]) {
        expect(answer.body.details).toMatchObject([{ path: field, code: 'read_only' }]);
      }
    }
    const form = await admin.get(`${collection('ticket')}/${id}`).expect(200);
    expect(form.body.data.number).toBe(number);
    const changed = { ...form.body.data, title: 'By form', number: 7 };
    const refused = await admin.put(`${collection('ticket')}/${id}`, changed).expect(400);
    expect(refused.body.error.message).toContain('This is number 1 of its project');
    await admin.put(`${collection('ticket')}/${id}`, { ...changed, number }).expect(200);
    expect((await api.get(`/tickets/${id}`)).body.ticket).toMatchObject({ number, title: 'By form' });
  });

  it('is a new one for a copy, and for a ticket that code makes, by whatever name it gives the project', async () => {
    const { id } = await fileTicket(api);
    const { body } = await admin.post(`${collection('ticket')}/auto-clone/${id}`, {}).expect(200);
    expect(body.data.number).toBe(2);
    const made = await server.run(
      async (strapi, { uid, tenantId }) => {
        const project = await strapi.db
          .query('plugin::work-tracking.project')
          .findOne({ where: { documentId: tenantId } });
        const base = { title: 'By code', number: 1, publishedAt: new Date() };
        const numbers: number[] = [];
        for (const place of [
          { project: project.id },
          { project_id: project.id },
          { project: { id: project.id } },
        ]) {
          numbers.push((await strapi.db.query(uid).create({ data: { ...base, ...place } })).number);
        }
        const { number } = await strapi
          .documents(uid as never)
          .create({ data: { title: 'By code', project: { documentId: tenantId } } } as never);
        return [...numbers, number];
      },
      { uid: TICKET, tenantId: api.tenantId },
    );
    expect(made).toEqual([3, 4, 5, 6]);
  });

  it('is free again when the ticket is refused after it was taken', async () => {
    await api.post('/tickets', { title: 'A ticket', body: 'x'.repeat(1_100_000) }).expect(413);
    await api.post('/tickets', { title: 'A ticket', assignee: '4711' }).expect(400);
    expect(await fileTicket(api)).toMatchObject({ number: 1 });
  });

  it('is in the events and in what the panel reads', async () => {
    const receiver = await startReceiver();
    await subscribe(api, receiver.url, { event_types: ['ticket.created', 'ticket.updated'] });
    const ticket = await fileTicket(api);
    await api.patch(`/tickets/${ticket.ref}`, { title: 'Renamed' }).expect(200);
    for (const { body } of await receiver.until(2)) {
      expect(body.data).toMatchObject({ number: 1, ref: `${api.projectKey}-1` });
      expect(body.data.changes ?? {}).not.toHaveProperty('number');
    }
    await receiver.close();
  });

  it('goes with its project: a new one of the same key starts at 1', async () => {
    const { id } = await fileTicket(api);
    await api.delete(`/tickets/${id}`).expect(200);
    await admin.delete(`${collection('project')}/${api.tenantId}`).expect(200);
    expect(await fileTicket(await tokenFor(server, api.projectKey))).toMatchObject({ number: 1 });
  });
});

describe('a ref in the path', () => {
  it('reads, changes, comments on and deletes the ticket', async () => {
    const { id, ref } = await fileTicket(api);
    expect((await api.get(`/tickets/${ref}`).expect(200)).body.ticket.id).toBe(id);
    const { body: moved } = await api.patch(`/tickets/${ref}`, { status: 'in_progress' }).expect(200);
    expect(moved.ticket).toMatchObject({ id, status: 'in_progress', version: 2 });
    const { body: said } = await api.post(`/tickets/${ref}/comments`, { body: 'Hello' }).expect(201);
    expect(said.comment.target).toEqual({ type: 'ticket', id });
    expect((await api.get(`/tickets/${ref}/comments`).expect(200)).body.comments).toHaveLength(1);
    expect((await api.delete(`/tickets/${ref}`).expect(200)).body.ticket.id).toBe(id);
    await api.get(`/tickets/${id}`).expect(404);
  });

  it('is of this project and exact: everything else is as if it were not there', async () => {
    const other = await newProject(server);
    const { ref: theirs } = await fileTicket(other);
    await fileTicket(api);
    const key = api.projectKey;
    const wrong = ['0', '01', '2', '-1', '1.0', '1e0', '2147483647', '2147483648', '99999999999'];
    for (const ref of [
      theirs,
      key,
      `${key}-`,
      `${key.toLowerCase()}-1`,
      ...wrong.map((n) => `${key}-${n}`),
    ]) {
      await api.get(`/tickets/${ref}`).expect(404);
      await api.patch(`/tickets/${ref}`, { title: 'Mine' }).expect(404);
      await api.delete(`/tickets/${ref}`).expect(404);
      await api.get(`/tickets/${ref}/comments`).expect(404);
    }
    await fileDecision(api);
    await api.get(`/decisions/${key}-1`).expect(404);
  });

  it('follows the project’s key as it is now', async () => {
    const { id } = await fileTicket(api);
    const key = `${api.projectKey}-NEW`;
    await server.run(
      async (strapi, { documentId, renamed }) => {
        await strapi
          .documents('plugin::work-tracking.project' as never)
          .update({ documentId, data: { key: renamed } } as never);
      },
      { documentId: api.tenantId, renamed: key },
    );
    expect((await api.get(`/tickets/${key}-1`).expect(200)).body.ticket).toMatchObject({
      id,
      ref: `${key}-1`,
    });
    await api.get(`/tickets/${api.projectKey}-1`).expect(404);
  });
});
