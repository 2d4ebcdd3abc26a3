import { logInAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, v1 } from '../support/api';
import { runCommand } from '../support/command-line';
import { builtWith } from '../support/configured';
import { ARTICLES, inCode } from '../support/documents';
import { startServer, type OwnServer } from '../support/server';
import { startEditing } from './editors';
import { FRONT, FRONT_FILES } from './single-type';

/** What was about an article, whose type the application has no more. */
interface About {
  ticket: string;
  /** Decisions, by what became of them before. */
  signed: string;
  open: string;
  /** About an entry of another type, too. */
  mixed: string;
}

let server: OwnServer;
let admin: Admin;
let token: string;
let api: ReturnType<typeof v1>;
let id: string;
let front: string;
let about: About;

const article = () => ({ type: ARTICLES, id, locale: null });
const fronts = () => ({ type: FRONT, id: front, locale: null });

beforeAll(async () => {
  const before = await startEditing('always', { types: [FRONT], files: FRONT_FILES });
  id = await before.newArticle();
  front = await inCode(before.server, FRONT, 'create', { data: { title: 'Welcome' } });
  const signed = await before.ask(id);
  await before.sign(signed, { verdict: 'approved' });
  await before.inCode('publish', { documentId: id });
  const file = async (content: object[]) => (await fileDecision(before.api, { content })).id as string;
  about = {
    signed,
    ticket: (await fileTicket(before.api, { content: [article()] })).id,
    open: await file([article()]),
    mixed: await file([article(), fronts()]),
  };
  await before.server.stop();

  server = await startServer({
    database: before.server.database,
    env: {
      ...builtWith({ files: FRONT_FILES }),
      SIGN_OFF_PROJECT: 'SIGN',
      SIGN_OFF_TYPES: `${FRONT}=always`,
    },
  });
  admin = await logInAdmin(server);
  token = before.api.token;
  api = v1(server, token);
});
afterAll(() => server.destroy());

it('lists find it by the entry', async () => {
  const filter = `content=${ARTICLES}:${id}`;
  const { tickets } = (await api.get(`/tickets?${filter}`).expect(200)).body;
  expect(tickets).toMatchObject([{ id: about.ticket, content: [article()] }]);
  const { decisions } = (await api.get(`/decisions?${filter}`).expect(200)).body;
  const ids = decisions.map((decision: { id: string }) => decision.id);
  expect(ids).toEqual([about.mixed, about.open, about.signed]);
});

it('its other fields are changed, and the reference stays', async () => {
  const { ticket } = (await api.patch(`/tickets/${about.ticket}`, { title: 'Another title' }).expect(200))
    .body;
  expect(ticket).toMatchObject({ title: 'Another title', content: [article()] });
  for (const decision of [about.signed, about.open]) {
    const { body } = await api.patch(`/decisions/${decision}`, { title: 'Another title' }).expect(200);
    expect(body.decision).toMatchObject({ title: 'Another title', content: [article()] });
  }
});

it('the inbox says that the entry is no longer there', async () => {
  const ofOpen = (await admin.get(`/work-tracking/decisions/${about.open}`).expect(200)).body.data;
  expect(ofOpen).toMatchObject({ content: [article()], contentDigest: null });
  const listed = await admin.get('/work-tracking/decisions?status=open&limit=10').expect(200);
  expect(listed.body.data).toHaveLength(2);
  const described = await admin.get(`/work-tracking/entries?content=${ARTICLES}:${id}`).expect(200);
  expect(described.body.data).toMatchObject([{ state: 'gone', title: null }]);
  const changes = await admin.get(`/work-tracking/decisions/${about.mixed}/changes`).expect(200);
  expect(changes.body.data.entries).toMatchObject([{ entry: { type: FRONT, state: 'readable' } }]);
});

it('a person resolves what is about it, and what else that is about is published', async () => {
  const resolve = async (decision: string) => {
    const { contentDigest } = (await admin.get(`/work-tracking/decisions/${decision}`).expect(200)).body.data;
    const resolution = { verdict: 'approved', contentDigest };
    await admin.post(`/work-tracking/decisions/${decision}/resolve`, resolution).expect(200);
    return contentDigest;
  };
  const publish = () => inCode(server, FRONT, 'publish', { documentId: front });
  expect(await resolve(about.open)).toBeNull();
  await expect(publish()).rejects.toThrow('is not published');
  expect(await resolve(about.mixed)).toEqual(expect.any(String));
  expect(await publish()).toBe(front);
});

it('nothing more becomes about it, and what is about it can be about something else', async () => {
  // The description names the types that are accepted anew.
  const unread = v1({ url: server.url, description: undefined }, token);
  const path = `/tickets/${about.ticket}`;
  const kept = await unread.patch(path, { content: [fronts(), article()] }).expect(200);
  expect(kept.body.ticket.content).toEqual([fronts(), article()]);
  await unread.patch(path, { content: [fronts()] }).expect(200);
  for (const refused of [
    await unread.patch(path, { content: [article()] }).expect(400),
    await unread.post('/tickets', { title: 'Another', content: [article()] }).expect(400),
  ]) {
    expect(refused.body.details).toMatchObject([{ path: 'content.0.type', accepted: [FRONT] }]);
  }
});

it('the export has it', async () => {
  await server.stop();
  const { code, stdout, stderr } = await runCommand(['export', '--project', 'SIGN'], { server });
  expect([code, stderr]).toEqual([0, '']);
  const records: { id: string; content: object[] }[] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).record);
  const contentOf = (record: string) => records.find((one) => one.id === record)?.content;
  expect(contentOf(about.signed)).toEqual([article()]);
  expect(contentOf(about.mixed)).toEqual([article(), fronts()]);
});
