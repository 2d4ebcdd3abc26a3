import type { IncomingHttpHeaders } from 'node:http';
import type { Client, Dispatcher } from 'undici';
import type { Outcome } from '../../../domain/delivery';
import { sentenceOf } from './failures';

/** How much of an answer is read, and how much of it is stored (specification 7.3). */
const READ_LIMIT_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024;

/** How a request ended. */
export type Ending =
  | {
      kind: 'answered';
      outcome: Outcome;
      /** Its connection can carry another request. */
      isComplete: boolean;
    }
  | {
      kind: 'failed';
      error: Error;
    };

export interface PostRequest {
  /** The path with the query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Sends one request. The status decides the outcome, so a body that breaks off or does not end is only cut short. */
export const post = (client: Client, request: PostRequest): Promise<Ending> =>
  new Promise((resolve) => {
    client.dispatch({ method: 'POST', ...request }, new AnswerReader(resolve));
  });

/** Takes an answer as it comes; undici's `request` would make a stream of it. */
class AnswerReader implements Dispatcher.DispatchHandler {
  #status: number | undefined;
  #retryAfter: string | null = null;
  #bytes = 0;
  readonly #chunks: Buffer[] = [];
  readonly #end: (ending: Ending) => void;

  constructor(end: (ending: Ending) => void) {
    this.#end = end;
  }

  onRequestStart(): void {
    // undici takes a handler without this method for one of its older kind.
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // Interim answers come before the one that counts.
    if (status < 200) return;
    this.#status = status;
    const retryAfter: unknown = headers['retry-after'];
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : null;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#bytes < KEPT_BYTES) this.#chunks.push(chunk.subarray(0, KEPT_BYTES - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes >= READ_LIMIT_BYTES) this.#answered(false);
  }

  onResponseEnd(): void {
    this.#answered(true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#status === undefined) {
      this.#end({ kind: 'failed', error });
      return;
    }
    this.#chunks.push(Buffer.from(`\n[cut off: ${sentenceOf(error)}]`));
    this.#answered(false);
  }

  #answered(isComplete: boolean): void {
    const status = this.#status;
    if (status === undefined) return;
    const body = storable(Buffer.concat(this.#chunks).subarray(0, KEPT_BYTES));
    this.#end({
      kind: 'answered',
      outcome: { kind: 'answered', status, retryAfter: this.#retryAfter, body },
      isComplete,
    });
  }
}

/** Text that every database can store: without NUL and incomplete characters. */
const storable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\uFFFD');
