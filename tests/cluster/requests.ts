import { randomUUID } from 'node:crypto';
import type { Fleet } from './fleet';

export interface Request {
  /** The bearer token. */
  bearer: string;
  method: string;
  path: string;
  body: object;
  /** The `Idempotency-Key`. */
  key?: string;
}

/** The part of a record that the writers need; the panel names it by `documentId`. */
export interface AnsweredRecord {
  id: string;
  documentId?: string;
  version: number;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: { error?: string } & Partial<Record<'ticket' | 'decision' | 'comment' | 'data', AnsweredRecord>>;
}

/** A POST of v1, and what came of it. */
export interface Post {
  path: string;
  /** The text that it wrote into its record, and nobody else into any. */
  mark: string;
  /** The public id of its record; undefined when it was refused. */
  id?: string;
  /** How often it was sent again because no answer had come. */
  repeats: number;
  /** Whether the answer was one that had been stored: an earlier request had been carried out. */
  wasReplayed: boolean;
}

/** A 5xx comes from a failing database: the change may or may not be written. */
const UNKNOWN_FROM = 500;

/** Sends a request to any running process. @returns undefined when it can't be known whether it was carried out */
export async function ask(
  fleet: Fleet,
  { bearer, method, path, body, key }: Request,
): Promise<Answer | undefined> {
  const { url } = await fleet.any();
  const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
  try {
    const response = await fetch(url + path, {
      method,
      headers: key === undefined ? headers : { ...headers, 'Idempotency-Key': key },
      body: JSON.stringify(body),
    });
    if (response.status >= UNKNOWN_FROM) return undefined;
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
  } catch {
    return undefined;
  }
}

/** Sends a POST of v1 with a key of its own, as often as it takes until it is answered (specification 4.9). */
export async function post(
  fleet: Fleet,
  { bearer, path, body, mark }: Pick<Request, 'bearer' | 'path' | 'body'> & { mark: string },
): Promise<{ answer: Answer; post: Post }> {
  const key = randomUUID();
  let repeats = 0;
  for (;;) {
    const answer = await ask(fleet, { bearer, method: 'POST', path: `/api/v1${path}`, body, key });
    if (!answer) {
      repeats += 1;
      continue;
    }
    if (answer.body.error === 'request_in_progress') {
      const seconds = Number(answer.headers.get('retry-after'));
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      continue;
    }
    const { ticket, decision, comment } = answer.body;
    return {
      answer,
      post: {
        path,
        mark,
        id: (ticket ?? decision ?? comment)?.id,
        repeats,
        wasReplayed: answer.headers.get('idempotent-replayed') === 'true',
      },
    };
  }
}
