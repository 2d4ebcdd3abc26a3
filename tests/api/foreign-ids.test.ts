import supertest from 'supertest';
import { ROUTES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { asDescribed, fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
});
afterAll(() => server.release());

/** A route's path with an id in it. */
const at = (path: string, id: string) => path.replace(':id', id);

/** The path at which the owner reads the record of a route. */
const readPath = (path: string, id: string) => at(path.replace(/(:id)\/.*/, '$1'), id);

/** The same, or the list that it is in where it can't be read alone. */
function ownPath(path: string, id: string, records: Record<string, string>): string {
  if (path.startsWith('/webhooks/subscriptions')) return '/webhooks/subscriptions';
  return path.startsWith('/comments') ? `/tickets/${records['/tickets']}/comments` : readPath(path, id);
}

/** One record of each kind, by the path that it is under. */
async function recordsOf(owner: Api): Promise<Record<string, string>> {
  const subscription = (await subscribe(owner, 'http://127.0.0.1:9/hook')).id;
  const [delivery] = await insertDeliveries(server, subscription, [{ state: 'dead', createdAt: 0 }]);
  const { body } = await owner.post(`/webhooks/subscriptions/${subscription}/resend`).expect(202);
  const ticket = (await fileTicket(owner)).id;
  const { body: said } = await owner.post(`/tickets/${ticket}/comments`, { body: 'Hello' }).expect(201);
  return {
    '/tickets': ticket,
    '/comments': said.comment.id,
    '/decisions': (await fileDecision(owner)).id,
    '/webhooks/subscriptions': subscription,
    '/webhooks/deliveries': delivery!,
    '/webhooks/resends': body.resend.id,
  };
}

describe('ids of others (specification 8.2)', () => {
  const routesWithId = ROUTES.filter(({ path }) => path.includes(':id'));

  it.each(routesWithId.map((route) => [route.method, route.path] as const))(
    '%s %s answers for another project as for none',
    async (method, path) => {
      const other = await newProject(server);
      const foreign = await recordsOf(other);
      const id = Object.entries(foreign).find(([name]) => path.startsWith(name))![1];
      const send = (target: string) => {
        const http = supertest(`${server.url}/api/v1`);
        const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
        const test = http[verb](at(path, target)).set('Authorization', `Bearer ${api.token}`);
        if (method === 'PATCH' || method === 'POST') test.send({});
        return asDescribed(server, test, at(path, target));
      };
      const answers = [];
      for (const target of [
        id,
        'abcdefghijklmnopqrstuvwx',
        'x',
        '%00',
        '%E0%A4%A',
        '..%2f',
        'x'.repeat(300),
      ]) {
        const { status, body, headers } = await send(target);
        // Each request has one less left than the one before.
        const { date: _date, ratelimit: _left, ...stable } = headers;
        answers.push({ status, body, headers: stable });
      }
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(answers[0]).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect((await other.get(ownPath(path, id, foreign))).status).toBe(200);
    },
  );
});
