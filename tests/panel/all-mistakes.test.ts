import { collection, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
  api = await newProject(server);
});
afterAll(() => server.release());

const NO_PROJECT = 'Choose the project that this belongs to.';
const TITLE = 'A title has 1 to 255 characters.';

const inProject = () => ({ connect: [{ documentId: api.tenantId }], disconnect: [] });

interface Refusal {
  status: number;
  body: {
    error: { name: string; message: string; details: { errors: { path: string[]; message: string }[] } };
  };
}

/** The sentences of an answer by field. */
function atFields({ status, body: { error } }: Refusal) {
  expect([status, error.name]).toEqual([400, 'ValidationError']);
  return Object.fromEntries(error.details.errors.map(({ path, message }) => [path.join('.'), message]));
}

describe('a form that breaks several rules is told all of them, each at its field', () => {
  it('a new ticket', async () => {
    const answer = await admin.post(collection('ticket'), {
      title: '',
      priority: 'P9',
      effort: 'a'.repeat(65),
      labels: ['a', ''],
      dueAt: '1812-01-01T00:00:00Z',
      frontmatter: '[]',
    });
    expect(answer.body.error.message).toBe('7 fields are not right; each of them says why.');
    expect(atFields(answer)).toEqual({
      title: TITLE,
      project: NO_PROJECT,
      priority: expect.stringContaining('no such priority'),
      effort: expect.stringContaining('1 to 64 characters'),
      labels: 'A label has 1 to 64 characters.',
      dueAt: expect.stringContaining('between the years 1970 and 9998'),
      frontmatter: 'frontmatter must be an object.',
    });
  });

  it('a new ticket without anything', async () => {
    expect(atFields(await admin.post(collection('ticket'), {}))).toEqual({
      title: TITLE,
      project: NO_PROJECT,
    });
  });

  it('a ticket that is changed: only what was given', async () => {
    const ticket = await fileTicket(api);
    const path = `${collection('ticket')}/${ticket.id}`;
    const answer = await admin.put(path, { title: '', labels: [''] });
    expect(Object.keys(atFields(answer)).sort()).toEqual(['labels', 'title']);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
  });

  it('a ticket with a status that it can not have: that and the rest', async () => {
    const made = await admin.post(collection('ticket'), { title: '', state: 'done', project: inProject() });
    expect(atFields(made)).toEqual({
      title: TITLE,
      state: 'A new ticket starts as open; file it first, then move it.',
    });
    const { id } = await fileTicket(api);
    const changed = await admin.put(`${collection('ticket')}/${id}`, { title: '', state: 'done' });
    expect(atFields(changed)).toEqual({
      title: TITLE,
      state: expect.stringContaining("can't move from open"),
    });
  });

  it('a decision', async () => {
    const given = { title: 'a'.repeat(256), slug: 'No Slug', frontmatter: { options: [{ id: '' }] } };
    expect(atFields(await admin.post(collection('decision'), given))).toEqual({
      title: TITLE,
      slug: expect.stringContaining('lowercase letters'),
      frontmatter: 'An option needs an id, a non-empty string.',
      project: NO_PROJECT,
    });
    const decision = await fileDecision(api);
    const changed = await admin.put(`${collection('decision')}/${decision.id}`, { title: '', slug: 'No' });
    expect(Object.keys(atFields(changed)).sort()).toEqual(['slug', 'title']);
  });

  it('a subscription', async () => {
    const given = { url: 'ftp://example.com', eventTypes: [], newSecret: '' };
    expect(atFields(await admin.post(collection('webhook-subscription'), given))).toEqual({
      url: expect.stringContaining('url must be an http'),
      eventTypes: 'event_types must be a list of one or more event types.',
      newSecret: expect.stringContaining('1 to 256 characters'),
      project: NO_PROJECT,
    });
  });

  it('a project', async () => {
    expect(
      atFields(await admin.post(collection('project'), { key: '1', name: ' ', ventureKey: '' })),
    ).toEqual({
      key: expect.stringContaining('starts with a letter'),
      name: 'Give the project a name.',
      ventureKey: expect.stringContaining('starts with a letter'),
    });
  });
});

describe('a value that may stay, though it could not be given by now', () => {
  const FORMER = 'ftp://example.com';

  it('is no mistake in a form that breaks other rules', async () => {
    const { id } = await subscribe(api, 'https://example.com');
    await server.run(
      (strapi, { id: document_id, url }) =>
        strapi.db.connection('work_tracking_webhook_subscriptions').where({ document_id }).update({ url }),
      { id, url: FORMER },
    );
    const path = `${collection('webhook-subscription')}/${id}`;
    const kept = await admin.put(path, { url: FORMER, eventTypes: [], newSecret: 'a'.repeat(257) });
    expect(Object.keys(atFields(kept)).sort()).toEqual(['eventTypes', 'newSecret']);
    const changed = await admin.put(path, { url: `${FORMER}/other`, eventTypes: [], newSecret: '' });
    expect(Object.keys(atFields(changed)).sort()).toEqual(['eventTypes', 'url']);
  });
});

describe('a form that breaks one rule', () => {
  it('is told that one, and by its own sentence', async () => {
    const answer = await admin.post(collection('ticket'), { title: 'T' });
    expect(answer.body.error.message).toBe(NO_PROJECT);
    expect(atFields(answer)).toEqual({ project: NO_PROJECT });
    const subscription = await admin.post(collection('webhook-subscription'), {
      url: 'https://example.com',
      eventTypes: ['ticket.created'],
      newSecret: 'a secret',
    });
    expect(atFields(subscription)).toEqual({ project: NO_PROJECT });
  });

  it('of a project: its name can not be emptied', async () => {
    const path = `${collection('project')}/${api.tenantId}`;
    expect(atFields(await admin.put(path, { name: '' }))).toEqual({ name: 'Give the project a name.' });
  });

  it('that the database keeps, within a transaction of the caller, is told by its own sentence', async () => {
    const { slug } = await fileDecision(api);
    const { id } = await fileDecision(api);
    const told = await server.run(
      (strapi, { id: documentId, slug: taken }) =>
        strapi.db
          .transaction(() =>
            strapi
              .documents('plugin::work-tracking.decision' as never)
              .update({ documentId, data: { slug: taken } } as never),
          )
          .then(
            () => 'accepted',
            (error: unknown) => (error as Error).message,
          ),
      { id, slug },
    );
    expect(told).toBe('This project already has a decision with that slug.');
  });

  it('that is about no field, such as a change by somebody else, is told nothing else', async () => {
    const ticket = await fileTicket(api);
    const path = `${collection('ticket')}/${ticket.id}`;
    const { body: form } = await admin.get(path).expect(200);
    await api.patch(`/tickets/${ticket.id}`, { title: 'By another' }).expect(200);
    const answer = await admin.put(path, { ...form.data, title: '', project: inProject() });
    expect(answer.body.error.details).toMatchObject({ code: 'changed_meanwhile', errors: [] });
  });
});
