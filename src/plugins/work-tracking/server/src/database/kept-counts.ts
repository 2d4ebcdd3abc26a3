import type { Core } from '@strapi/types';
import { memoizePerInstance } from './memoize-per-instance';

/** Counts of so many rows are made anew for whoever asks; what takes longer is kept. */
export const QUICK_ROWS = 10_000;

/** How long a count of more rows is kept, in milliseconds. */
const KEPT_MS = 10_000;

/** A count, and how much work it was. */
export interface Counted<Value> {
  value: Value;
  /** How many rows the database has gone through. */
  rows: number;
}

/** A count as it is given out. */
export interface KeptCount<Value> {
  value: Value;
  /** When it was counted, if it is kept; null for one that is made anew each time. */
  keptSince: Date | null;
}

/**
 * Counts for which the database goes through many rows: each is made once in ten seconds by this process, however often
 * it is asked for. Those who ask while it is being made wait for the same one.
 */
export class KeptCounts {
  private readonly kept = new Map<string, { count: KeptCount<unknown>; until: number }>();
  private readonly running = new Map<string, Promise<KeptCount<unknown>>>();

  /** @param now the time of this process's clock, in milliseconds */
  constructor(private readonly now: () => number = Date.now) {}

  /**
   * The count that is kept under this key, or else a new one.
   * @param key names what is counted
   */
  async read<Value>(key: string, count: () => Promise<Counted<Value>>): Promise<KeptCount<Value>> {
    for (const [other, { until }] of this.kept) if (until <= this.now()) this.kept.delete(other);
    const { count: kept } = this.kept.get(key) ?? {};
    if (kept) return kept as KeptCount<Value>;
    const running = this.running.get(key) ?? this.make(key, count).finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running as Promise<KeptCount<Value>>;
  }

  private async make<Value>(key: string, count: () => Promise<Counted<Value>>): Promise<KeptCount<Value>> {
    const startedAt = this.now();
    const { value, rows } = await count();
    if (rows <= QUICK_ROWS) return { value, keptSince: null };
    const made = { value, keptSince: new Date(startedAt) };
    this.kept.set(key, { count: made, until: this.now() + KEPT_MS });
    return made;
  }
}

/** The counts that this application keeps. */
export const keptCounts = memoizePerInstance<Core.Strapi, KeptCounts>(() => new KeptCounts());
