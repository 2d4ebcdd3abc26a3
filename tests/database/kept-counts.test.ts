import { KeptCounts } from '../../src/plugins/work-tracking/server/src/database/kept-counts';

const MANY = 10_001;
const SECONDS_MS = 1000;

/** Counts how often it is asked. */
function counting(rows: number) {
  let asked = 0;
  const count = () => Promise.resolve({ value: (asked += 1), rows });
  return count;
}

it('few rows are counted anew each time', async () => {
  const counts = new KeptCounts(() => 0);
  const count = counting(MANY - 1);
  expect(await counts.read('a', count)).toEqual({ value: 1, keptSince: null });
  expect(await counts.read('a', count)).toEqual({ value: 2, keptSince: null });
});

it('many are counted once in ten seconds, and say since when', async () => {
  let now = 5 * SECONDS_MS;
  const counts = new KeptCounts(() => now);
  const count = counting(MANY);
  const first = { value: 1, keptSince: new Date(now) };
  expect(await counts.read('a', count)).toEqual(first);
  now += 10 * SECONDS_MS - 1;
  expect(await counts.read('a', count)).toEqual(first);
  expect((await counts.read('b', count)).value).toBe(2);
  now += 1;
  expect(await counts.read('a', count)).toEqual({ value: 3, keptSince: new Date(now) });
});

it('those who ask at once wait for one count, and a failure is not kept', async () => {
  const counts = new KeptCounts(() => 0);
  const count = counting(MANY);
  expect(await Promise.all([counts.read('a', count), counts.read('a', count)])).toMatchObject([
    { value: 1 },
    { value: 1 },
  ]);
  await expect(counts.read('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect((await counts.read('b', count)).value).toBe(2);
});
