import type { IncomingMessage, ServerResponse } from 'node:http';
import { subscribe, type Api } from '../support/api';
import { startReceiver, type Receiver } from '../support/receiver';

/** A subscription, and what its endpoint has accepted. */
export interface Subscriber {
  subscriptionId: string;
  projectKey: string;
  eventTypes: readonly string[];
  receiver: Receiver;
  /** By event id: how often it was answered 2xx, and what it told. */
  accepted: Map<string, { count: number; event: string; data: AcceptedData }>;
  /** Requests in all. */
  requests(): number;
  /** From now on it fails no more. */
  heal(): void;
}

/** What reconciling needs of an event. */
export interface AcceptedData {
  id: string;
  version?: number;
  projectKey: string;
}

type Failure = (request: IncomingMessage, response: ServerResponse) => void;

/** Of what fails: how, and how often in a hundred. */
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
  // Never: until the time-out.
  [10, () => undefined],
];

/** Subscribes an endpoint that fails each request by the chance of `failing`, in all the ways that endpoints do. */
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
