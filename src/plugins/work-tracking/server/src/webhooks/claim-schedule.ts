/**
 * How long after the start of a claim the next one begins at the earliest: what becomes due in between shares it. The
 * first after a pause is not held up.
 */
const CLAIM_INTERVAL_MS = 12;

/** With a backlog, the next claim does not wait once only this share of the attempts is still in flight. */
const REFILL_SHARE = 1 / 4;

/** How many attempts are in flight. */
export interface InFlight {
  all: number;
  /** Those to endpoints that answer fast. */
  fast: number;
}

/** Decides when a process claims deliveries; it has neither a clock nor a timer. */
export class ClaimSchedule {
  #isClaiming = false;
  #startedAtMs = -Infinity;
  #afterClaim: InFlight = { all: 0, fast: 0 };
  /** Whether more was due than was claimed last. */
  #hasBacklog = false;

  /** A claim begins. @param nowMs of a clock that never goes back */
  begin(nowMs: number): void {
    this.#isClaiming = true;
    this.#startedAtMs = nowMs;
  }

  /**
   * The claim has ended, and its deliveries are being sent.
   * @param isPartial whether more may be due than was claimed
   */
  claimed(inFlight: InFlight, { isPartial }: { isPartial: boolean }): void {
    this.#afterClaim = inFlight;
    this.#hasBacklog = isPartial;
  }

  /** The claim has failed: the next tick claims. */
  failed(): void {
    this.#isClaiming = false;
  }

  /**
   * Ends the run of claims: nothing more is due, or there is no room.
   * @param hasOthers whether subscriptions that have something due may still wait for their turn
   * @returns whether to claim again at once, because slots came back before the last claim ended, or other processes
   * had taken what it looked at
   */
  pause(inFlight: InFlight, { hasRoom, hasOthers }: { hasRoom: boolean; hasOthers: boolean }): boolean {
    this.#isClaiming = false;
    if (!hasRoom) this.#hasBacklog = true;
    return this.#hasBacklog && hasRoom && (hasOthers || this.#isDrained(inFlight));
  }

  /**
   * An attempt has ended. Slots come back one by one: some gather before the next claim.
   * @returns when that should be; undefined when nothing waits for a slot
   */
  slotFreed(inFlight: InFlight): 'now' | 'soon' | undefined {
    if (!this.#hasBacklog || this.#isClaiming) return undefined;
    return this.#isDrained(inFlight) ? 'now' : 'soon';
  }

  /** How long a claim that is asked for now has to wait. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#startedAtMs + CLAIM_INTERVAL_MS - nowMs);
  }

  #isDrained({ all, fast }: InFlight): boolean {
    const after = this.#afterClaim;
    return all <= after.all * REFILL_SHARE || (after.fast > 0 && fast <= after.fast * REFILL_SHARE);
  }
}
