import { RESERVED_NAMES } from '../../src/plugins/work-tracking/domain/reserved-names';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
});
afterAll(() => server.release());

/** The names that a route accepts, by its answer to an unknown one. */
async function acceptedBy(method: 'get' | 'post' | 'patch', path: string): Promise<string[]> {
  const { body } = await (method === 'get' ? api.get(`${path}?x=1`) : api[method](path, { x: 1 })).expect(
    400,
  );
  return body.details.find(({ path: name }: { path: string }) => name === 'x').accepted;
}

it.each([
  ['ticket', '/tickets', fileTicket, ['changes']],
  ['decision', '/decisions', fileDecision, ['resolution']],
] as const)('the API uses these names of a %s itself, and no others', async (type, path, file, more) => {
  const record = await file(api);
  const used = [
    ...Object.keys(record as object),
    ...(await acceptedBy('get', path)),
    ...(await acceptedBy('post', path)),
    ...(await acceptedBy('patch', `${path}/${record.id}`)),
    ...more,
  ];
  expect([...RESERVED_NAMES[type]].sort()).toEqual([...new Set(used)].sort());
});
