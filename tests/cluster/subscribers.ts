import type { IncomingMessage, ServerResponse } from 'node:http';
import { subscribe, type Api } from '../support/api';
import { startReceiver, type Receiver } from '../support/receiver';

/** A subscription, and what its receiver has accepted. */
export interface Subscriber {
  subscriptionId: string;
  projectKey: string;
  eventTypes: readonly string[];
  receiver: Receiver;
  /** By event id: how often it was answered 2xx, and its content. */
  accepted: Map<string, { count: number; event: string; data: AcceptedData }>;
  /** The number of requests. */
  requests(): number;
  /** Stops failing. */
  heal(): void;
}

/** The parts of an event that reconciling needs. */
export interface AcceptedData {
  id: string;
  version?: number;
  projectKey: string;
}

type Failure = (request: IncomingMessage, response: ServerResponse) => void;

/** The kinds of failure, and how many in a hundred are of each kind. */
const FAILURES: readonly [number, Failure][] = [
  [35, (_request, response) => void response.writeHead(500).end('no')],
  [15, (_request, response) => void response.writeHead(503, { 'Retry-After': '1' }).end()],
  [25, (request) => request.socket.destroy()],
  [
    15,
    (request, response) => {
      response.writeHead(500, { 'Content-Length': '100' }).write('cut off');
      setImmediate(() => request.socket.destroy());
    },
  ],
  // Never answers: until the time-out.
  [10, () => undefined],
];

/**
 * Subscribes a receiver that fails requests with the probability `failing`, in all the ways that receivers do.
 */
export async function startSubscriber(
  api: Api,
  eventTypes: readonly string[],
  failing: number,
): Promise<Subscriber> {
  const receiver = await startReceiver();
  const accepted: Subscriber['accepted'] = new Map();
  let chance = failing;
  receiver.answer((request, response, { body }) => {
    if (Math.random() < chance) {
      randomFailure()(request, response);
      return;
    }
    const { count = 0 } = accepted.get(body.id) ?? {};
    const {
      id,
      version,
      project_key: projectKey,
    } = body.data as { id: string; version?: number; project_key: string };
    accepted.set(body.id, { count: count + 1, event: body.event, data: { id, version, projectKey } });
    response.writeHead(200).end();
  });
  const { id } = await subscribe(api, receiver.url, { event_types: eventTypes });
  return {
    subscriptionId: id,
    projectKey: api.projectKey,
    eventTypes,
    receiver,
    accepted,
    requests: () => receiver.received.length,
    heal: () => (chance = 0),
  };
}

function randomFailure(): Failure {
  let dice = Math.random() * 100;
  for (const [share, answer] of FAILURES) {
    if (dice < share) return answer;
    dice -= share;
  }
  return FAILURES[0]![1];
}
