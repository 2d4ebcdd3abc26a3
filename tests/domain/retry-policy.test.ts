import fc from 'fast-check';
import type { Outcome } from '../../src/plugins/work-tracking/domain/delivery';
import {
  nextStep,
  RETRY_AFTER_LIMIT_MS,
  type RetrySettings,
} from '../../src/plugins/work-tracking/domain/retry-policy';

const SETTINGS: RetrySettings = { maxAttempts: 6, baseMs: 30_000, factor: 5, jitter: 0.2 };
const NOW = new Date('2026-01-01T00:00:00.000Z');
const REFUSED: Outcome = { kind: 'failed', failure: 'connection_refused', message: 'refused' };

const answered = (status: number, retryAfter: string | null = null): Outcome => ({
  kind: 'answered',
  status,
  retryAfter,
  body: '',
});

const waitMs = (attempt: number, outcome: Outcome, random = 0.5) => {
  const step = nextStep(SETTINGS, attempt, outcome, NOW, random);
  return step.kind === 'retry' ? step.at.getTime() - NOW.getTime() : step.kind;
};

it('waits 30 s, 2.5 min, 12.5 min, 62.5 min and 5 h 12 min, then gives up (specification 7)', () => {
  expect([1, 2, 3, 4, 5, 6].map((attempt) => waitMs(attempt, REFUSED))).toEqual([
    30_000,
    150_000,
    750_000,
    3_750_000,
    18_750_000,
    'dead',
  ]);
});

it('stretches and cuts each wait by up to a fifth', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 5 }),
      (random, attempt) => {
        const scheduledMs = 30_000 * 5 ** (attempt - 1);
        const actualMs = waitMs(attempt, REFUSED, random);
        expect(actualMs).toBeGreaterThanOrEqual(scheduledMs * 0.8 - 1);
        expect(actualMs).toBeLessThanOrEqual(scheduledMs * 1.2 + 1);
      },
    ),
  );
  expect(waitMs(1, REFUSED, 0)).toBe(24_000);
  expect(waitMs(1, REFUSED, 1)).toBe(36_000);
});

it.each([200, 201, 204, 299])('%d is delivered, at any attempt', (status) => {
  expect(waitMs(1, answered(status))).toBe('delivered');
  expect(waitMs(6, answered(status))).toBe('delivered');
});

it.each([301, 302, 307, 400, 401, 404, 500, 503])('%d is tried again', (status) => {
  expect(waitMs(1, answered(status))).toBe(30_000);
});

it('410 is the end', () => {
  expect(waitMs(1, answered(410))).toBe('gone');
});

it.each([
  ['60', 60_000],
  ['5', 30_000],
  ['0', 30_000],
  ['86400', RETRY_AFTER_LIMIT_MS],
  ['Thu, 01 Jan 2026 00:10:00 GMT', 600_000],
  ['Thu, 01 Jan 2025 00:00:00 GMT', 30_000],
  ['soon', 30_000],
  ['-60', 30_000],
])('Retry-After: %s, on 429 and 503, waits %d ms', (retryAfter, expected) => {
  expect(waitMs(1, answered(429, retryAfter))).toBe(expected);
  expect(waitMs(1, answered(503, retryAfter))).toBe(expected);
  expect(waitMs(1, answered(500, retryAfter))).toBe(30_000);
});
