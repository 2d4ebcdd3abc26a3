import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { knownDescriptions } from './description';

/** The data of an event; each type has some of these fields. */
export interface EventData {
  [field: string]: unknown;
  title?: string;
  action?: string;
  actor?: { type: string; id: string; name: string };
  target?: { type: string; id: string };
}

/** A request as it was received. */
export interface Received {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  /** The exact bytes. */
  raw: Buffer;
  /** The same, parsed. */
  body: {
    event: string;
    id: string;
    ts: string;
    tenant_id: string;
    data: EventData;
  };
}

/** Answers a request; the default is 200. */
export type Answer = (
  request: http.IncomingMessage,
  response: http.ServerResponse,
  received: Received,
) => void;

/** A real HTTP server that records what it receives, and checks each event against the OpenAPI document. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Sets how to answer from now on. */
  answer(answer: Answer | number): void;
  /**
   * Resolves when `count` requests have come since the start that `matches`.
   * @throws Error when a received event does not match the document
   */
  until(count: number, matches?: (received: Received) => boolean): Promise<Received[]>;
  close(): Promise<void>;
}

const respondWith =
  (status: number): Answer =>
  (_request, response) => {
    response.writeHead(status).end();
  };

/** The problems of an event that matches the document of no application in this process. */
function problemsOf({ headers, body }: Received): string[] {
  const type = String(headers['x-service-event']);
  const found = knownDescriptions().map((description) => description.problemsOfEvent(type, headers, body));
  if (found.some((problems) => problems.length === 0)) return [];
  return [`${JSON.stringify(body)} is not as openapi.json describes ${type}:`, ...found.flat()];
}

/** @param port any free one by default; give one to come back on the same port */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const problems: string[] = [];
  const waiting = new Set<() => void>();
  let currentAnswer: Answer = respondWith(200);

  async function receive(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const entry: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      raw,
      body: JSON.parse(raw.toString('utf8') || '{}'),
    };
    currentAnswer(request, response, entry);
    received.push(entry);
    problems.push(...problemsOf(entry));
    for (const check of waiting) check();
  }

  const server = http.createServer((request, response) => void receive(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(answer) {
      currentAnswer = typeof answer === 'number' ? respondWith(answer) : answer;
    },
    until: (count, matches = () => true) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (problems.length > 0) reject(new Error(problems.join('\n')));
          const matching = received.filter(matches);
          if (matching.length < count) return;
          waiting.delete(check);
          resolve(matching);
        };
        waiting.add(check);
        check();
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
  };
}
