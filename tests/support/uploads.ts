import supertest, { type Test } from 'supertest';
import type { TestServer } from './server';

/** Uploads a text with fields beside it, as a form does. */
export function upload(
  server: Pick<TestServer, 'url'>,
  path: string,
  bearer: string,
  fields: Record<string, string>,
): Test {
  const request = supertest(server.url).post(path).set('Authorization', `Bearer ${bearer}`);
  for (const [name, value] of Object.entries(fields)) void request.field(name, value);
  return request.attach('files', Buffer.from('hello'), { filename: 'a.txt', contentType: 'text/plain' });
}
