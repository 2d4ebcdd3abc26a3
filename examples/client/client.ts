// API=http://localhost:1337/api/v1 TOKEN=… node examples/client/dist/client.js
import createClient from 'openapi-fetch';
import type { components, paths } from './api';

const { API = 'http://localhost:1337/api/v1', TOKEN = '' } = process.env;
const client = createClient<paths>({ baseUrl: API, headers: { Authorization: `Bearer ${TOKEN}` } });

type Ticket = components['schemas']['Ticket'];

/** Every ticket of a status, page by page. */
async function* ticketsIn(status: Ticket['status']): AsyncGenerator<Ticket> {
  let cursor: string | undefined;
  do {
    const { data, error } = await client.GET('/tickets', { params: { query: { status, limit: 2, cursor } } });
    if (error) throw new Error(error.message);
    yield* data.tickets;
    cursor = data.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

async function main(): Promise<void> {
  const { data: me, error: refused } = await client.GET('/me');
  if (refused) throw new Error(refused.message);
  console.log(`${me.token.name} works for ${me.project.project_key}`);

  for (const title of ['Say hello', 'Wave', 'Shake hands']) {
    const { error } = await client.POST('/tickets', { body: { title, priority: 'P1' } });
    if (error) throw new Error(error.message);
  }
  for await (const { id, title } of ticketsIn('open')) {
    const { data, error } = await client.PATCH('/tickets/{id}', {
      params: { path: { id } },
      body: { status: 'in_progress' },
    });
    if (error) throw new Error(error.message);
    console.log(`${title}: ${data.ticket.status}`);

    const { error: conflict } = await client.PATCH('/tickets/{id}', {
      params: { path: { id } },
      body: { status: 'in_review', title: '' },
    });
    // The code of an error decides which fields it has.
    if (conflict?.error === 'validation_failed') console.log(conflict.details.map(({ path }) => path).join());
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
