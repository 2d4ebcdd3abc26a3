/** Two rounds reach every subscription, even when the first began in the middle. */
const ROUNDS = 2;

/**
 * Keeps track of the subscriptions to look at next, while more is due than one look reads. They take turns in the order
 * of their ids, some at a time, round after round. One without a free slot at its turn waits for the next round.
 */
export class SubscriptionRounds {
  #after = '';
  #rounds = 0;
  #isRunning = false;

  /** Whether the oldest deliveries are looked at first: they are, unless subscriptions wait for their turn. */
  get startsWithOldest(): boolean {
    return !this.#isRunning;
  }

  /** The public id after which the next ones are looked for; empty for the first round. */
  get after(): string {
    return this.#after;
  }

  /**
   * Gives these subscriptions their turn.
   * @param ids in the order of their turns; when the end of the round has come, the first of the next one follow
   * @param limit how many were looked for
   * @returns whether others may still wait for their turn
   */
  take(ids: readonly string[], limit: number): boolean {
    const last = ids.at(-1) ?? '';
    const hasBegunAnew = last <= this.#after;
    if (this.#rounds >= ROUNDS) this.#rounds = 0;
    else if (hasBegunAnew) this.#rounds += 1;
    this.#after = last;
    this.#isRunning = ids.length === limit;
    return this.#isRunning && this.#rounds < ROUNDS;
  }
}
