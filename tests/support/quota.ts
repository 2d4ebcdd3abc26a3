import type { Response } from 'supertest';

/** The limit that an answer counts towards, as the answer tells it. */
export interface Told {
  policy: string;
  limit: number;
  remaining: number;
}

/** Reads `RateLimit` and `RateLimit-Policy`, which must be there and agree. */
export function told({ headers }: Pick<Response, 'headers'>): Told {
  const policy = /^"([a-z-]+)";q=(\d+);w=60$/.exec(headers['ratelimit-policy'] ?? '');
  const quota = /^"([a-z-]+)";r=(\d+);t=(\d+)$/.exec(headers.ratelimit ?? '');
  expect([headers['ratelimit-policy'], policy?.[1]]).toEqual([expect.any(String), quota?.[1]]);
  const [, name = '', limit] = policy ?? [];
  const [, , remaining, seconds] = quota ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(1);
  expect(Number(seconds)).toBeLessThanOrEqual(60);
  return { policy: name, limit: Number(limit), remaining: Number(remaining) };
}
