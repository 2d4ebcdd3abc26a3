import { randomInt, randomUUID } from 'node:crypto';
import { collection } from '../support/admin';
import type { Api } from '../support/api';
import type { Fleet } from './fleet';
import { ask, post, type Answer, type Post } from './requests';

/** The answers that the writers got. */
export interface Answers {
  /** The newest acknowledged version of each record, by its public id. */
  versions: Map<string, number>;
  /** Public ids of tickets whose deletion was acknowledged. */
  deleted: Set<string>;
  /** Public ids of tickets whose deletion was asked for. */
  toDelete: Set<string>;
  /** Every POST over v1: each was repeated with its key until it was answered. */
  posts: Post[];
  /** Changes that were acknowledged. */
  acknowledged: number;
  /** 4xx: nothing was written. */
  refused: number;
  /** No answer, as from a killed process: the change may or may not be written. */
  unanswered: number;
}

type Project = Pick<Api, 'token' | 'tenantId'>;

const STATUSES = ['open', 'in_progress', 'blocked', 'in_review', 'done', 'cancelled', 'no_such_status'];

const any = <Entry>(entries: readonly Entry[]): Entry => entries[randomInt(entries.length)]!;

/** Writes until `changes` changes are acknowledged, through the API and the panel, on any running process. */
export async function write(
  fleet: Fleet,
  {
    projects,
    admin,
    changes,
  }: { projects: readonly Project[]; admin: () => Promise<string>; changes: number },
): Promise<Answers> {
  const answers: Answers = {
    versions: new Map(),
    deleted: new Set(),
    toDelete: new Set(),
    posts: [],
    acknowledged: 0,
    refused: 0,
    unanswered: 0,
  };

  /** @returns the public id of the record that was written */
  function note(answer: Answer | undefined): string | undefined {
    if (!answer) {
      answers.unanswered += 1;
      return undefined;
    }
    if (answer.status >= 400) {
      answers.refused += 1;
      return undefined;
    }
    const record = answer.body.ticket ?? answer.body.decision ?? answer.body.data;
    if (!record) throw new Error(`An answer without a record: ${JSON.stringify(answer)}`);
    const id = record.documentId ?? record.id;
    // A request without effect has no new version.
    if (record.version > (answers.versions.get(id) ?? 0)) answers.acknowledged += 1;
    answers.versions.set(id, record.version);
    return id;
  }

  /** Files tickets and decisions, and changes, moves and resolves them; some requests break rules. */
  async function api({ token }: Project): Promise<void> {
    const tickets: string[] = [];
    const decisions: string[] = [];
    const v1 = async (method: string, path: string, body: object) =>
      note(await ask(fleet, { bearer: token, method, path: `/api/v1${path}`, body }));
    /** @param body gets a mark of its own in `field` */
    const add = async (path: string, field: string, body: object) => {
      const mark = randomUUID();
      const { answer, post: added } = await post(fleet, {
        ...{ bearer: token, path, mark },
        body: { ...body, [field]: mark },
      });
      answers.posts.push(added);
      if (!answer.body.comment) return note(answer);
      answers.acknowledged += 1;
      return undefined;
    };
    while (answers.acknowledged < changes) {
      const dice = tickets.length === 0 ? 0 : randomInt(100);
      if (dice < 25) {
        const id = await add('/tickets', 'body', { title: `Ticket ${randomUUID()}` });
        if (id) tickets.push(id);
      } else if (dice < 32) {
        await add(`/tickets/${any(tickets)}/comments`, 'body', {});
      } else if (dice < 55) {
        await v1('PATCH', `/tickets/${any(tickets)}`, {
          title: `Title ${randomUUID()}`,
          frontmatter: { dice },
        });
      } else if (dice < 80) {
        await v1('PATCH', `/tickets/${any(tickets)}`, { status: any(STATUSES) });
      } else if (dice < 85) {
        const ticket = tickets.pop()!;
        answers.toDelete.add(ticket);
        const id = await v1('DELETE', `/tickets/${ticket}`, {});
        if (id) answers.deleted.add(id);
      } else if (dice < 93 || decisions.length === 0) {
        const id = await add('/decisions', 'body_markdown', { slug: randomUUID(), title: 'A decision' });
        if (id) decisions.push(id);
      } else {
        await add(`/decisions/${any(decisions)}/resolve`, 'note', { status: 'approved' });
      }
    }
  }

  /** The same through the panel, which saves whole forms. */
  async function panel(project: Project): Promise<void> {
    const tickets: string[] = [];
    let bearer = await admin();
    const save = async (method: string, path: string, body: object) => {
      const answer = await ask(fleet, { bearer, method, path: collection('ticket') + path, body });
      if (answer?.status === 401) bearer = await admin();
      return note(answer);
    };
    while (answers.acknowledged < changes) {
      const dice = tickets.length === 0 ? 0 : randomInt(100);
      const title = `Panel ${randomUUID()}`;
      const form = {
        title,
        state: 'open',
        priority: 'P2',
        project: { connect: [{ documentId: project.tenantId }] },
      };
      if (dice < 40) {
        const id = await save('POST', '', form);
        if (id) tickets.push(id);
      } else if (dice < 70) {
        await save('PUT', `/${any(tickets)}`, { title });
      } else {
        await save('PUT', `/${any(tickets)}`, { title, state: any(STATUSES) });
      }
    }
  }

  await Promise.all(
    projects.flatMap((project) => [api(project), api(project), api(project), panel(project)]),
  );
  return answers;
}
