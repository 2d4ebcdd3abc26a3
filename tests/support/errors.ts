import supertest, { type Test } from 'supertest';
import { API_ERRORS } from '../../src/plugins/work-tracking/domain/errors';
import type { Api } from './api';
import type { TestServer } from './server';

/** Checks an answer that refuses a request, whole. @returns its headers */
export async function expectError(
  code: keyof typeof API_ERRORS,
  test: Test,
  rest: object = {},
): Promise<Record<string, string>> {
  const { status, body, headers } = await test;
  expect({ status, body }).toEqual({
    status: API_ERRORS[code].status,
    body: { error: code, message: expect.any(String), ...rest },
  });
  expect(headers['content-type']).toMatch(/^application\/json/);
  return headers;
}

interface RawRequest {
  server: TestServer;
  api: Api;
  method: 'post' | 'patch';
  path: string;
  /** The Content-Type. */
  type: string;
  body: string;
}

/** A request to v1 whose body is sent as it is. */
export const rawRequest = ({ server, api, method, path, type, body }: RawRequest): Test =>
  supertest(`${server.url}/api/v1`)
    [method](path)
    .set('Authorization', `Bearer ${api.token}`)
    .set('Content-Type', type)
    .send(body);
