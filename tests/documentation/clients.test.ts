import { writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { startProgram, type Program } from '../support/program';
import { sharedServer, type SharedServer } from '../support/server';
import { makeFolder } from '../support/test-run';
import { codeAfter } from './documents';

const DOCUMENT = 'docs/clients.md';
const FOLDER = makeFolder('clients');

let server: SharedServer;
let api: Api;
let proxy: http.Server;
/** How each of the next requests goes wrong: the service has answered by then, or it never gets them. */
const faults: ('lost answer' | 'half an answer' | 503 | 429)[] = [];
let requests = 0;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
  proxy = http.createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await server.release();
});

/** Passes a request on, and spoils its answer. */
async function pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  requests += 1;
  const fault = faults.shift();
  if (fault === 503) return void response.writeHead(503).end('away');
  if (fault === 429) return void response.writeHead(429, { 'Retry-After': '1' }).end('{}');
  const passed = http.request(server.url + request.url!, {
    method: request.method,
    headers: request.headers,
  });
  request.pipe(passed);
  const answer = await new Promise<http.IncomingMessage>((resolve) => passed.once('response', resolve));
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (fault === 'lost answer') return void response.destroy();
  response.writeHead(answer.statusCode!, answer.headers);
  if (fault !== 'half an answer') return void response.end(body);
  response.write(body.subarray(0, 20), () => response.destroy());
}

/** Runs the samples of the document, and then `code`. */
function client(name: string, code: string): Program {
  const file = path.join(FOLDER, `${name}.mjs`);
  const samples = ['request', 'update', 'follow'].map((marker) => codeAfter(DOCUMENT, marker));
  writeFileSync(file, [...samples, code].join('\n'));
  const { port } = proxy.address() as AddressInfo;
  return startProgram(file, { API: `http://127.0.0.1:${port}/api/v1`, TOKEN: api.token });
}

const print = (value: string) => `console.log(JSON.stringify(${value}) + ' END');`;

async function outcomeOf(name: string, code: string): Promise<Record<string, unknown>> {
  const program = client(name, code);
  await program.printed(' END');
  return JSON.parse(program.output().split(' END')[0]!);
}

describe('the request that clients.md shows', () => {
  it('makes one ticket, whatever becomes of its answers', async () => {
    faults.push('lost answer', 503, 'half an answer', 429);
    requests = 0;
    const code = `const answer = await request('POST', '/tickets', { title: 'Once' });${print('answer')}`;
    const { status, ticket } = await outcomeOf('post', code);
    expect(status).toBe(201);
    expect(requests).toBe(5);
    const { tickets } = (await api.get('/tickets').expect(200)).body;
    expect(tickets).toEqual([ticket]);
  });

  it('gives a refusal back', async () => {
    requests = 0;
    const code = `const answer = await request('GET', '/tickets/none');${print('answer')}`;
    expect(await outcomeOf('refused', code)).toMatchObject({ status: 404, error: 'not_found' });
    expect(requests).toBe(1);
  });
});

it('the update that clients.md shows undoes nobody else’s, nor is it done twice', async () => {
  const { id } = await fileTicket(api, { labels: ['first'] });
  faults.push('lost answer');
  const label = (name: string) =>
    `update('/tickets/${id}', ({ labels }) => ({ labels: [...labels, '${name}'] }))`;
  const code = `await Promise.all([${['a', 'b', 'c', 'd'].map(label).join()}]);${print('{}')}`;
  await outcomeOf('update', code);
  const { ticket } = (await api.get(`/tickets/${id}`).expect(200)).body;
  expect(ticket.labels.sort()).toEqual(['a', 'b', 'c', 'd', 'first']);
  expect(ticket.version).toBe(5);
});

it('the follower that clients.md shows has what the project has', async () => {
  const gone = await fileTicket(api);
  const changed = await fileTicket(api);
  await fileDecision(api);
  const program = client(
    'follow',
    `const copy = { after: 0, records: new Map() };
    const set = copy.records.set.bind(copy.records);
    copy.records.set = (key, record) => {
      set(key, record);
      if (record.title === 'The last') ${print('Object.fromEntries(copy.records)')}
    };
    await follow(copy, new AbortController().signal);`,
  );
  await api.delete(`/tickets/${gone.id}`).expect(200);
  await api.patch(`/tickets/${changed.id}`, { status: 'in_progress' }).expect(200);
  await fileTicket(api, { title: 'The last' });
  await program.printed(' END');
  await program.stop();
  const records: unknown[] = Object.values(JSON.parse(program.output().split(' END')[0]!));
  const { tickets } = (await api.get('/tickets?limit=100').expect(200)).body;
  const { decisions } = (await api.get('/decisions?limit=100').expect(200)).body;
  expect(records).toHaveLength(tickets.length + decisions.length);
  expect(records).toEqual(expect.arrayContaining([...tickets, ...decisions]));
});
