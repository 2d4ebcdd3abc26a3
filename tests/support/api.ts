import supertest, { type Test } from 'supertest';
import type { TestServer } from './server';

/** The v1 API as one token sees it. */
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

/** A project of its own, with a token for it. */
export const newProject = (server: TestServer, options: TokenOptions = {}): Promise<Api> =>
  tokenFor(server, `P${(lastProject += 1)}`, options);

/** A token for a project, which is made where there is none. */
export async function tokenFor(server: TestServer, key: string, options: TokenOptions = {}): Promise<Api> {
  const issued = await server.run(
    (strapi, request) => strapi.plugin('work-tracking').service('tokens').issue(request),
    { project: key, ...options },
  );
  return { projectKey: key, tenantId: issued.tenant_id, token: issued.token, ...v1(server, issued.token) };
}

/** The v1 API with any bearer; none when it is empty. */
export function v1(server: TestServer, bearer: string): Pick<Api, 'get' | 'post' | 'patch' | 'delete'> {
  const http = supertest(`${server.url}/api/v1`);
  const identified = (test: Test) => (bearer === '' ? test : test.set('Authorization', `Bearer ${bearer}`));
  const withBody = (test: Test, body: unknown) => (body === undefined ? test : test.send(body as object));
  return {
    get: (path) => identified(http.get(path)),
    post: (path, body) => withBody(identified(http.post(path)), body),
    patch: (path, body) => withBody(identified(http.patch(path)), body),
    delete: (path) => identified(http.delete(path)),
  };
}

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
