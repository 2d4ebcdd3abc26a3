import fc from 'fast-check';
import { startServer, type OwnServer } from '../support/server';
import { openDoors, type Answer, type Doors } from './doors';
import { apply, targetOf } from './model/apply';
import { MAX_SUBSCRIPTIONS } from './model/subscriptions';
import {
  emptyWorld,
  shown,
  type Outcome,
  type ProjectName,
  type Type,
  type Values,
  type World,
} from './model/world';
import { SEED, SERIES } from './settings';
import { series, type Step, type Turn } from './steps';
import { forgetRecords, holdingsOf, listOf, Reader, readRows, type Rows } from './stored';

let server: OwnServer;
let doors: Doors;

beforeAll(async () => {
  server = await startServer({
    env: {
      RATE_LIMIT_READS_PER_MINUTE: '0',
      RATE_LIMIT_WRITES_PER_MINUTE: '0',
      MAX_SUBSCRIPTIONS_PER_PROJECT: String(MAX_SUBSCRIPTIONS),
    },
  });
  doors = await openDoors(server);
  // What waits for a subscription is compared, so nothing is sent.
  await server.run((strapi) => strapi.plugin('work-tracking').service('dispatcher').stop());
});
afterAll(() => server.destroy());

/** A series on its way. */
interface Run {
  world: World;
  reader: Reader;
  /** From handle to public id. */
  ids: Map<string, string>;
  forms: Map<string, Values>;
  rows: Rows;
}

/** A step of a turn with the records that it is about. */
interface Taken {
  step: Step;
  /** The name of what it may make. */
  handle: string;
  handles: string[];
  answer: Answer;
}

const MISSING = 'nonexistentnonexistent00';

function handlesOf(world: World, step: Step): string[] {
  const one = targetOf(world, step);
  if (step.verb !== 'delete many') return [one];
  return [...new Set([one, targetOf(world, { ...step, target: step.target + 1 })])];
}

async function take(run: Run, step: Step, handle: string): Promise<Taken> {
  const handles = handlesOf(run.world, step);
  const ids = handles.map((one) => run.ids.get(one) ?? MISSING);
  const answer = await doors.take(step, ids, run.forms.get(handles[0]!));
  if (answer.id) {
    run.ids.set(handle, answer.id);
    run.reader.handles.set(answer.id, handle);
  }
  if (answer.form) run.forms.set(handles[0]!, answer.form);
  return { step, handle, handles, answer };
}

/**
 * Strapi's panel looks for a record before it begins to change it. When somebody else deletes that meanwhile, it may
 * answer as if it had done so.
 */
const mayHaveLooked = ({ by }: Step, { refused: codes = [] }: Outcome): boolean =>
  by === 'panel' && codes.includes('not_found');

function compareAnswer({ answer, step }: Taken, outcome: Outcome, reader: Reader): void {
  if (outcome.refused) {
    expect({ ...step, refused: answer.refused }).toEqual({
      ...step,
      refused: expect.stringMatching(new RegExp(`^(${outcome.refused.join('|')})$`)),
    });
    return;
  }
  expect({ ...step, refused: answer.refused }).toEqual({ ...step, refused: undefined });
  if (outcome.record && answer.record) {
    expect(reader.record(answer.record)).toEqual(shown(outcome.record));
  }
}

/** @throws when the model, taking the steps in this order, comes to something else */
function judge(run: Run, taken: readonly Taken[], rows: Rows): World {
  const world = structuredClone(run.world);
  for (const one of taken) {
    const outcome = apply(world, one.step, one.handles, one.handle);
    if (taken.length > 1 && mayHaveLooked(one.step, outcome)) continue;
    compareAnswer(one, outcome, run.reader);
  }
  expect(run.reader.holdings(rows)).toEqual(holdingsOf(world));
  return world;
}

/** Without a step of its version, a record's row is left as it is, its times too; an event is stored once and stays. */
function compareRows(before: Rows, after: Rows): void {
  for (const type of ['ticket', 'decision'] as const) {
    for (const row of after[type]) {
      const earlier = before[type].find(({ id }) => id === row.id);
      if (earlier?.version === row.version) expect(row).toEqual(earlier);
    }
  }
  for (const event of before.event) expect(after.event).toContainEqual(event);
  const ofDeliveries = after.delivery.map(
    ({ event_id: id, event_type: type }) => `${String(id)} ${String(type)}`,
  );
  const stored = after.event.map(({ document_id: id, type }) => `${id} ${String(type)}`);
  expect(stored.sort()).toEqual([...new Set(ofDeliveries)].sort());
  const known = new Set(before.delivery.map(({ event_id: id }) => id));
  const events = after.delivery.filter(({ event_type: type }) => type === 'audit.event');
  const newEvents = new Set(events.map(({ event_id: id }) => id).filter((id) => !known.has(id)));
  expect(newEvents.size).toBeLessThanOrEqual(after.audit.length - before.audit.length);
}

async function takeTurn(run: Run, turn: Turn, number: number): Promise<void> {
  const isPossible = ({ verb }: Step, [handle = '']: string[]) =>
    verb !== 'save form' || run.forms.has(handle);
  if (!turn.every((step) => isPossible(step, handlesOf(run.world, step)))) return;
  const taken = await Promise.all(
    turn.map((step, index) => take(run, step, `${step.type} ${number}${'ab'[index]}`)),
  );
  const rows = await readRows(server);
  compareRows(run.rows, rows);
  run.rows = rows;
  try {
    run.world = judge(run, taken, rows);
  } catch (error) {
    if (taken.length === 1) throw error;
    // Of two at once, either may have been first.
    try {
      run.world = judge(run, taken.toReversed(), rows);
    } catch (other) {
      throw new Error(`In neither order.\n${String(error)}\n\n${String(other)}`);
    }
  }
}

/** What v1 lists of each project is what the model holds, newest first. */
async function compareLists({ world, reader }: Run): Promise<void> {
  const places: [Type, string, string][] = [
    ['ticket', '/tickets?limit=100', 'tickets'],
    ['decision', '/decisions?limit=100', 'decisions'],
    ['subscription', '/webhooks/subscriptions', 'subscriptions'],
  ];
  for (const project of ['A', 'B'] as ProjectName[]) {
    for (const [type, place, name] of places) {
      const { body } = await doors.tokens[project].get(place).expect(200);
      const listed = (body[name] as Values[]).map((record) => ({
        handle: reader.handleOf(record.id),
        ...reader.record(record),
      }));
      expect(byHandle(listed)).toEqual(byHandle(listOf(world, type, project)));
      const turns = listed.map(({ handle }) => Number(/\d+/.exec(handle)));
      expect(turns).toEqual([...turns].sort((a, b) => b - a));
    }
  }
}

const byHandle = (records: Values[]): Values =>
  Object.fromEntries(records.map((record) => [record.handle as string, record]));

async function takeSeries(turns: readonly Turn[]): Promise<void> {
  await forgetRecords(server);
  const run: Run = {
    world: emptyWorld(),
    reader: new Reader(doors.tenants),
    ids: new Map(),
    forms: new Map(),
    rows: await readRows(server),
  };
  for (const [number, turn] of turns.entries()) await takeTurn(run, turn, number);
  await compareLists(run);
}

const BATCH = 100;
const batches = Array.from({ length: Math.ceil(SERIES / BATCH) }, (_, index) => ({
  first: index * BATCH,
  numRuns: Math.min(BATCH, SERIES - index * BATCH),
  seed: SEED + index,
}));

describe('series of changes through every door come to what the rules say', () => {
  it.each(batches)('$numRuns series from $first on, seed $seed', async ({ numRuns, seed }) => {
    await fc.assert(fc.asyncProperty(series, takeSeries), { seed, numRuns });
  });
});
