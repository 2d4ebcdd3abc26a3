import { randomInt, randomUUID } from 'node:crypto';
import type { Api } from '../support/api';

const any = <Entry>(entries: readonly Entry[]): Entry => entries[randomInt(entries.length)]!;

/** Where a request may come too late: somebody else has deleted, moved or resolved the record meanwhile. */
const LATE = [404, 409];

/**
 * Something random that is done to a project over v1.
 * @param api with a token of it, at any of its processes
 * @param known ids by type, which are looked at and added to; what is deleted stays in it
 * @returns the answer's status
 */
export async function operate(api: Api, known: Record<'ticket' | 'decision', string[]>): Promise<number> {
  const ticket = known.ticket.length > 0 ? any(known.ticket) : undefined;
  const decision = known.decision.length > 0 ? any(known.decision) : undefined;
  const ask = async (request: PromiseLike<{ status: number; body: unknown }>) => {
    const { status, body } = await request;
    if (status >= 300 && !LATE.includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`);
    return { status, body: body as Record<string, { id: string }> };
  };
  const kind = randomInt(10);
  if (!ticket || kind < 2) {
    const { status, body } = await ask(api.post('/tickets', { title: randomUUID() }));
    known.ticket.push(body.ticket!.id);
    return status;
  }
  if (!decision || kind < 3) {
    const { status, body } = await ask(
      api.post('/decisions', { slug: randomUUID(), title: 'A decision', body_markdown: randomUUID() }),
    );
    known.decision.push(body.decision!.id);
    return status;
  }
  const requests = [
    () => api.patch(`/tickets/${ticket}`, { title: randomUUID() }),
    () => api.patch(`/tickets/${ticket}`, { status: any(['open', 'in_progress', 'blocked']) }),
    () =>
      api.patch(`/tickets/${ticket}`, {
        labels: [any(['a', 'b', 'c'])],
        frontmatter: { [any(['x', 'y'])]: randomInt(9) },
      }),
    () => api.post(`/tickets/${ticket}/comments`, { body: 'A comment' }),
    () => api.patch(`/decisions/${decision}`, { title: randomUUID() }),
    () => api.post(`/decisions/${decision}/resolve`, { status: 'approved' }),
    () => api.delete(any([`/tickets/${ticket}`, `/decisions/${decision}`])),
  ];
  return (await ask(any(requests)())).status;
}
