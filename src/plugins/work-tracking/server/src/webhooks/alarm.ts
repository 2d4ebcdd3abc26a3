/** Calls `ring` at the earliest of the times that it was set to; then it has to be set again. */
export class Alarm {
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;
  #atMs = Infinity;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  /** @param waitMs from now on */
  setIn(waitMs: number): void {
    const atMs = performance.now() + waitMs;
    if (atMs >= this.#atMs) return;
    this.clear();
    this.#atMs = atMs;
    this.#timer = setTimeout(() => {
      this.clear();
      this.#ring();
    }, waitMs);
    this.#timer.unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#atMs = Infinity;
  }
}
