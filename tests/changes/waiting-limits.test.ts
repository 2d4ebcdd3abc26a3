import { fileTicket, newProject, tokenFor, type Api } from '../support/api';
import { END, pageAfter } from '../support/followers';
import { startServer } from '../support/server';

const RETRY_AFTER = 'retry-after';

/** A request that waits for the next change, or doesn't; one that has waited has no `Retry-After`. */
const ask = async (api: Api, after: number, seconds = 25) =>
  api.get(`/changes?after=${after}&wait=${seconds}`).expect(200);

it('of one token 50 wait on an instance; further ones are answered at once, and told when to come again', async () => {
  const server = await startServer();
  const api = await newProject(server);
  const colleague = await tokenFor(server, api.projectKey, { name: 'Colleague' });
  const { next_after: after } = await pageAfter(api, 0);
  expect((await api.get('/me').expect(200)).body.limits.waiting_requests).toBe(50);
  const asked = [...Array.from({ length: 51 }, () => ask(api, after)), ask(colleague, after)];
  const first = await Promise.race(asked);
  expect(first.headers[RETRY_AFTER]).toBe('1');
  expect(first.body).toMatchObject({ changes: [], next_after: after, has_more: false });
  const { id } = await fileTicket(api);
  const told = (await Promise.all(asked)).filter((answer) => answer !== first);
  expect(told).toHaveLength(51);
  for (const { headers, body } of told) {
    expect(headers).not.toHaveProperty(RETRY_AFTER);
    expect(body.changes).toMatchObject([{ record: { id } }]);
  }
  expect((await ask(api, END, 1)).headers).not.toHaveProperty(RETRY_AFTER);
  await server.destroy();
});

it('of all tokens MAX_WAITING_REQUESTS wait on an instance', async () => {
  const server = await startServer({ env: { MAX_WAITING_REQUESTS: '1' } });
  const [api, stranger] = [await newProject(server), await newProject(server)];
  expect((await api.get('/me').expect(200)).body.limits.waiting_requests).toBe(1);
  const { next_after: after } = await pageAfter(api, 0);
  const asked = [ask(api, after), ask(stranger, after)];
  const first = await Promise.race(asked);
  expect(first.headers[RETRY_AFTER]).toBe('1');
  for (const one of [api, stranger]) await fileTicket(one);
  const told = (await Promise.all(asked)).filter((answer) => answer !== first);
  expect(told).toMatchObject([{ body: { changes: [{ seq: after + 1 }] } }]);
  expect(told[0]!.headers).not.toHaveProperty(RETRY_AFTER);
  await server.destroy();
});
