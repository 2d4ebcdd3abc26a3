import { databaseNow, observeDatabaseTime } from '../../src/plugins/work-tracking/server/src/database/clock';

const START = Date.UTC(2026, 0, 1);

/** Observes a database time of `epochMs` in an answer that took `tookMs`. */
function answer(epochMs: number, tookMs: number): void {
  const askedAtMs = Date.now();
  jest.setSystemTime(askedAtMs + tookMs);
  observeDatabaseTime(epochMs, askedAtMs);
}

const offset = () => databaseNow().getTime() - Date.now();

beforeEach(() => jest.useFakeTimers({ now: START }));
afterEach(() => {
  answer(Date.now(), 0);
  jest.useRealTimers();
});

it('keeps still while the answers take their time', () => {
  for (const [tookMs, saidAfterMs] of [
    [0, 0],
    [900, 0],
    [900, 900],
    [40, 3],
  ] as const) {
    answer(Date.now() + saidAfterMs, tookMs);
    expect(offset()).toBe(0);
  }
});

it.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])('follows a clock that is ten minutes %s, the closer the quicker the answer', (_where, skewMs) => {
  answer(Date.now() + skewMs + 50, 100);
  expect(Math.abs(offset() - skewMs)).toBeLessThanOrEqual(51);
  answer(Date.now() + skewMs, 0);
  expect(Math.abs(offset() - skewMs)).toBeLessThanOrEqual(1);
});
