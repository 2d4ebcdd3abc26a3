import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import {
  bodySignature,
  eventHeaders,
  signatureHeaders,
} from '../../src/plugins/work-tracking/domain/signature';
import { fileTicket, newProject, subscribe } from '../support/api';
import { startProgram, type Program } from '../support/program';
import { sharedServer, type SharedServer } from '../support/server';

const FILE = path.join(__dirname, '../../examples/receiver/receiver.js');
const HOUR_MS = 60 * 60 * 1000;

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());

async function started(secret: string): Promise<{ program: Program; url: string }> {
  const program = startProgram(FILE, { SECRET: secret, PORT: '0' });
  await program.printed('port:');
  return { program, url: `http://127.0.0.1:${/port: (\d+)/.exec(program.output())![1]}/hook` };
}

const EVENT = { id: uuidv7(), type: 'ping', seq: null };
const BODY = JSON.stringify({ event: EVENT.type, id: EVENT.id, data: { message: 'Grüße 👋' } });

describe.each([
  ['any text', 'Ein Schlüssel'],
  ['base64 after whsec_', `whsec_${Buffer.from('Ein Schlüssel von 24 Bytes oder mehr').toString('base64')}`],
])('a receiver whose secret is %s', (_kind, secret) => {
  let receiver: Awaited<ReturnType<typeof started>>;

  beforeAll(async () => {
    receiver = await started(secret);
  });
  afterAll(() => receiver.program.stop());

  /** Posts the event with its headers, or with some of them changed. */
  const post = async (sentAt: Date, changed: Record<string, string> = {}, body = BODY) => {
    const signed = signatureHeaders({ body: BODY, eventId: EVENT.id, secret, sentAt });
    const headers = { ...eventHeaders(EVENT), ...signed, ...changed };
    return (await fetch(receiver.url, { method: 'POST', headers, body })).status;
  };

  it('takes what the service sends', async () => {
    const api = await newProject(server);
    await subscribe(api, receiver.url, { secret, event_types: ['ticket.created'] });
    const { id } = await fileTicket(api, { title: 'Grüße 👋' });
    await receiver.program.printed('verified ticket.created');
    expect(receiver.program.output()).toContain(id);
  });

  it('knows an event that comes twice', async () => {
    expect(await post(new Date())).toBe(204);
    expect(await post(new Date())).toBe(204);
    await receiver.program.printed(`verified ping ${EVENT.id}`);
    await receiver.program.printed(`again ping ${EVENT.id}`);
  });

  it('refuses a delivery when either signature is not right, or is old', async () => {
    const now = new Date();
    expect(await post(now, {}, `${BODY} `)).toBe(401);
    expect(await post(now, { 'X-Service-Signature': bodySignature(BODY, 'another') })).toBe(401);
    expect(await post(now, { 'X-Service-Signature': '' })).toBe(401);
    expect(await post(now, { 'webhook-signature': 'v1,AAAA' })).toBe(401);
    expect(await post(now, { 'webhook-id': uuidv7() })).toBe(401);
    expect(await post(new Date(now.getTime() - HOUR_MS))).toBe(401);
  });
});
