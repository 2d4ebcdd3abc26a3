import { fileDecision, fileTicket, newProject, subscribe, tokenFor, v1, type Api } from '../support/api';
import type { SeenChange } from '../support/followers';
import { sharedServer, type SharedServer } from '../support/server';
import { strapiToken } from '../support/tokens';
import { newUser } from '../support/users';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
  const ticket = await fileTicket(api, { title: 'Text of a ticket' });
  const decision = await fileDecision(api, { title: 'Text of a decision' });
  const subscription = await subscribe(api, 'https://example.org/text-of-a-subscription');
  await api.patch(`/tickets/${ticket.id}`, { body: 'More text of a ticket' }).expect(200);
  await api.patch(`/decisions/${decision.id}`, { body_markdown: 'More text of a decision' }).expect(200);
  await server.run(
    (strapi, [documentId, data]) =>
      strapi.documents('plugin::work-tracking.webhook-subscription').update({ documentId, data }),
    [subscription.id, { url: 'https://example.org/more-text-of-a-subscription' }] as [string, object],
  );
});
afterAll(() => server.release());

const changesOf = async (of: Api, query = ''): Promise<(SeenChange & { changes: object | null })[]> =>
  (await of.get(`/changes${query}`).expect(200)).body.changes;

it('a token of another project sees none of the changes', async () => {
  const other = await newProject(server);
  const [created] = await changesOf(api, '?target_type=ticket');
  expect(await changesOf(other, `?target_id=${created!.target.id}`)).toEqual([]);
  expect((await changesOf(other)).map(({ action }) => action)).toEqual(['token.issued']);
});

it('a read-only token sees them', async () => {
  const reader = await tokenFor(server, api.projectKey, { access: 'read-only' });
  expect((await changesOf(reader)).length).toBeGreaterThan(0);
  await v1(server, '').get('/changes').expect(401);
});

const TYPES = ['ticket', 'decision', 'subscription'];

describe.each([
  ['change.find alone', [], []],
  ['the right to list tickets as well', ['ticket.find'], ['ticket']],
  ['the right to read one decision as well', ['decision.findOne'], ['decision']],
  ['the right to list subscriptions as well', ['webhook-subscription.find'], ['subscription']],
] as [string, string[], string[]][])('with %s', (_name, further, readable) => {
  const actions = ['change.find', ...further].map((action) => `plugin::work-tracking.v1-${action}`);
  it.each([
    [
      'a token',
      async () =>
        (await strapiToken(server, api.projectKey, { type: 'custom', permissions: actions })).accessKey,
    ],
    ['a user', async () => (await newUser(server, api.projectKey, actions)).jwt],
  ])('%s reads no more of what was changed than it may read', async (_caller, bearerOf) => {
    const changes = await changesOf({ ...api, ...v1(server, await bearerOf()) });
    for (const type of TYPES) {
      const told = changes.filter(({ target }) => target.type === type);
      const isReadable = readable.includes(type);
      expect(told.map(({ action }) => action)).toEqual([`${type}.created`, `${type}.updated`]);
      expect(told.map((change) => change.changes !== null)).toEqual([false, isReadable]);
      const hasRecord = isReadable && type !== 'subscription';
      expect(told.map(({ record }) => record !== null)).toEqual([hasRecord, hasRecord]);
      expect(/more.text.of/i.test(JSON.stringify(told))).toBe(isReadable);
    }
  });
});
