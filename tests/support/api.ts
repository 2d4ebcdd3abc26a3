import supertest, { type Test } from 'supertest';
import type { TestServer } from './server';
import { FILE } from './worker';

/** The v1 API with one token. */
export interface Api {
  projectKey: string;
  tenantId: string;
  token: string;
  get(path: string): Test;
  post(path: string, body?: unknown): Test;
  patch(path: string, body?: unknown): Test;
  delete(path: string): Test;
}

export interface TokenOptions {
  venture?: string;
  name?: string;
  access?: 'full' | 'read-only';
  days?: number;
}

let lastProject = 0;

/** A new project, with a token for it. */
export const newProject = (server: TestServer, options: TokenOptions = {}): Promise<Api> =>
  tokenFor(server, `F${FILE}P${(lastProject += 1)}`, options);

/** A token for a project, which is created if it does not exist. */
export async function tokenFor(server: TestServer, key: string, options: TokenOptions = {}): Promise<Api> {
  const issued = await server.run(
    (strapi, request) => strapi.plugin('work-tracking').service('tokens').issue(request),
    { project: key, ...options },
  );
  return { projectKey: key, tenantId: issued.tenant_id, token: issued.token, ...v1(server, issued.token) };
}

/** The parts of an application that requests need. */
export type Described = Pick<TestServer, 'url' | 'description'>;

/** The v1 API with any bearer token; with none when it is empty. */
export function v1(server: Described, bearer: string): Pick<Api, 'get' | 'post' | 'patch' | 'delete'> {
  const http = supertest(`${server.url}/api/v1`);
  const request = (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: unknown): Test => {
    const test = http[method](path);
    if (bearer !== '') test.set('Authorization', `Bearer ${bearer}`);
    if (body !== undefined) test.send(body as object);
    return asDescribed(server, test, path, body);
  };
  return {
    get: (path) => request('get', path),
    post: (path, body) => request('post', path, body),
    patch: (path, body) => request('patch', path, body),
    delete: (path) => request('delete', path),
  };
}

/**
 * Checks the answer against the application's own OpenAPI document.
 * @param path below v1, with its query
 * @param sent as JSON
 */
export const asDescribed = (server: Described, test: Test, path: string, sent?: unknown): Test =>
  test.expect(({ status, headers, body }) => {
    server.description?.check({ method: test.method, path, sent, status, headers, body });
  });

export const ALL_EVENTS = ['ticket.created', 'ticket.updated', 'decision.resolved', 'audit.event'];

/** @returns the record */
export async function fileTicket(api: Api, body: object = {}) {
  const { body: answer } = await api.post('/tickets', { title: 'A ticket', ...body }).expect(201);
  return answer.ticket;
}

let lastSlug = 0;

/** @returns the record */
export async function fileDecision(api: Api, body: object = {}) {
  lastSlug += 1;
  const { body: answer } = await api
    .post('/decisions', { slug: `decision-${lastSlug}`, title: 'A decision', ...body })
    .expect(201);
  return answer.decision;
}

/** @returns the record */
export async function subscribe(api: Api, url: string, body: object = {}) {
  const { body: answer } = await api
    .post('/webhooks/subscriptions', { url, secret: 'a secret', event_types: ALL_EVENTS, ...body })
    .expect(201);
  return answer.subscription;
}

/** Moves a new ticket to `status` by the shortest way. */
export async function ticketIn(api: Api, status: string) {
  const ways: Record<string, string[]> = {
    open: [],
    in_progress: ['in_progress'],
    blocked: ['blocked'],
    in_review: ['in_progress', 'in_review'],
    done: ['in_progress', 'done'],
    cancelled: ['cancelled'],
  };
  let ticket = await fileTicket(api);
  for (const step of ways[status]!) {
    ({
      body: { ticket },
    } = await api.patch(`/tickets/${ticket.id}`, { status: step }).expect(200));
  }
  return ticket;
}
