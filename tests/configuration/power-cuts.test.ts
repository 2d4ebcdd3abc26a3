import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import knex from 'knex';
import { fileTicket, newProject, subscribe } from '../support/api';
import { createDatabase } from '../support/database';
import { DiskFile, stepsOf, traceEnded, tracer, type Step } from '../support/power-cut';
import { startReceiver } from '../support/receiver';
import { startServer } from '../support/server';
import { makeFolder } from '../support/test-run';

const TICKETS = 12;
/** Each ticket is filed and changed, and each of the two changes has an audit entry. */
const ANSWERS = TICKETS * 2;
const EVENTS = TICKETS * 4;

const WARNING = 'SQLite does not wait for the disk when it commits';

/** A message about a record that has left the process. */
interface Told {
  ticket?: { id: string; version: number };
  event?: string;
  data?: { id: string; version: number };
}

interface Recorded {
  databaseFile: string;
  /** The database before the process began. */
  before: Buffer;
  steps: Step[];
  log: string;
}

/** Traces a server that changes tickets and tells of it, until it is killed. */
async function record(env: Record<string, string>): Promise<Recorded> {
  const database = await createDatabase();
  const databaseFile = database.env.DATABASE_FILENAME!;
  const before = readFileSync(databaseFile);
  const trace = path.join(makeFolder('trace'), 'trace');
  const receiver = await startReceiver();
  const server = await startServer({ database, env, under: tracer(trace) });
  const api = await newProject(server);
  await subscribe(api, receiver.url, { event_types: ['ticket.created', 'ticket.updated', 'audit.event'] });
  const pid = await server.run(() => process.pid);
  for (let count = 0; count < TICKETS; count += 1) {
    const { id } = await fileTicket(api);
    await api.patch(`/tickets/${id}`, { title: 'Changed' }).expect(200);
  }
  await receiver.until(EVENTS);
  // The last message is in the trace once the process goes on after it.
  await api.get('/me').expect(200);
  await server.kill();
  await traceEnded(trace, pid);
  await receiver.close();
  return { databaseFile, before, steps: stepsOf(trace), log: server.log() };
}

/** The record that a message tells of; undefined when it is about something else. */
function told({ bytes }: { bytes: Buffer }): Told | undefined {
  const text = bytes.toString();
  const json = text.slice(text.indexOf('{'));
  if (!/^\{"(version":"v1","ticket|event)":/.test(json)) return undefined;
  return JSON.parse(json) as Told;
}

/** Cuts the power after each message that tells of a record, and says which of these the disk does not have. */
async function cutAfterEachMessage({ databaseFile, before, steps }: Recorded): Promise<{
  answers: number;
  events: number;
  lost: string[];
}> {
  const files = new Map([
    [databaseFile, new DiskFile(before)],
    [`${databaseFile}-wal`, new DiskFile(Buffer.alloc(0))],
  ]);
  const copy = path.join(makeFolder('cut'), 'test.db');
  const lost: string[] = [];
  const messages: Told[] = [];
  for (const step of steps) {
    if (step.kind !== 'send') {
      files.get(step.file)?.take(step);
      continue;
    }
    const message = told(step);
    if (!message) continue;
    messages.push(message);
    for (const [file, { synced }] of files) writeFileSync(file.replace(databaseFile, copy), synced);
    lost.push(...(await absent(copy, messages)));
  }
  const events = messages.filter(({ event }) => event !== undefined).length;
  return { answers: messages.length - events, events, lost };
}

/** The messages that tell of more than the database in this file has. */
async function absent(filename: string, messages: readonly Told[]): Promise<string[]> {
  const database = knex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });
  const rows: { id: string; version: number }[] = await database('work_tracking_tickets').select({
    id: 'document_id',
    version: 'version',
  });
  const tickets = new Map(rows.map(({ id, version }) => [id, version]));
  const entries = new Set<string>(await database('work_tracking_audit_entries').pluck('document_id'));
  expect(await database.raw('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  await database.destroy();
  return messages.flatMap(({ ticket, event, data }) => {
    if (event === 'audit.event') return entries.has(data!.id) ? [] : [`event of ${data!.id}`];
    const { id, version } = ticket ?? data!;
    const what = ticket ? 'answer' : 'event';
    return (tickets.get(id) ?? 0) >= version ? [] : [`${what} of ${id} ${version}`];
  });
}

it('a power cut takes nothing that was acknowledged, and no event tells of what is not there', async () => {
  const recorded = await record({});
  expect(await cutAfterEachMessage(recorded)).toEqual({ answers: ANSWERS, events: EVENTS, lost: [] });
  expect(recorded.log).not.toContain(WARNING);
});

it('with DATABASE_SYNCHRONOUS=NORMAL it takes both, and the start warns of it', async () => {
  const recorded = await record({ DATABASE_SYNCHRONOUS: 'NORMAL' });
  const { answers, events, lost } = await cutAfterEachMessage(recorded);
  expect({ answers, events }).toEqual({ answers: ANSWERS, events: EVENTS });
  for (const what of ['answer', 'event']) {
    expect(lost).toContainEqual(expect.stringContaining(what));
  }
  expect(recorded.log).toContain(WARNING);
});
