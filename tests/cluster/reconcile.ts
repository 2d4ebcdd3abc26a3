import type { TestServer } from '../support/server';
import type { Subscriber } from './subscribers';
import type { Answers } from './writers';

/** The content of the database at the end. */
export interface Truth {
  /** One for each effective change, in order for each record. */
  changes: { id: string; projectKey: string; action: string; targetId: string }[];
  /** The records that still exist. */
  records: { id: string; version: number }[];
  /** The texts that the POSTs of v1 have written into their records, with the ids of the records. */
  marks: { mark: string; id: string }[];
  deliveries: Record<string, number>;
  attempts: number;
}

export const truthOf = (server: TestServer): Promise<Truth> =>
  server.run(async (strapi) => {
    const knex = strapi.db.connection;
    const changes = await knex('work_tracking_audit_entries')
      .select('document_id as id', 'project_key as projectKey', 'action', 'target_id as targetId')
      .orderBy('id');
    const versions = (table: string) => knex(table).select('document_id as id', 'version');
    const records = [
      ...(await versions('work_tracking_tickets')),
      ...(await versions('work_tracking_decisions')),
    ];
    const marked = async (table: string, column: string) =>
      (await knex(table)
        .select('document_id as id', `${column} as mark`)
        .whereNotNull(column)
        .orderBy('id')) as Truth['marks'];
    const marks = [
      ...(await marked('work_tracking_tickets', 'body')),
      ...(await marked('work_tracking_decisions', 'body_markdown')),
      ...(await marked('work_tracking_decisions', 'note')),
      ...(await marked('work_tracking_comments', 'body')),
    ];
    const states: { state: string; n: number | string }[] = await knex('work_tracking_webhook_deliveries')
      .select('state')
      .count({ n: '*' })
      .groupBy('state');
    const [attempts] = await knex('work_tracking_webhook_attempts').count({ n: '*' });
    return {
      changes,
      records,
      marks,
      deliveries: Object.fromEntries(states.map((row) => [row.state, Number(row.n)])),
      attempts: Number(attempts!.n),
    };
  });

export interface Reconciliation {
  changes: number;
  expected: number;
  received: number;
  lost: string[];
  phantom: string[];
  duplicates: number;
}

/** Actions that step the version of their target. */
const STEP = /^(ticket|decision)\.(created|updated|resolved)$/;

/** Keys that identify a change: an audit entry by its id, a record's change by its version. */
const auditKey = (id: string) => `audit ${id}`;
const changeKey = (event: string, id: string, version: number) => `${event} ${id} ${version}`;

/** The keys of the events that the changes of each project must have caused. */
function expectedOf(
  { changes }: Truth,
  { projectKey, eventTypes }: Subscriber,
  since: Set<string>,
): Set<string> {
  const keys = new Set<string>();
  const versions = new Map<string, number>();
  for (const change of changes) {
    if (change.projectKey !== projectKey || since.has(change.id)) continue;
    if (eventTypes.includes('audit.event')) keys.add(auditKey(change.id));
    if (!STEP.test(change.action)) continue;
    const version = (versions.get(change.targetId) ?? 0) + 1;
    versions.set(change.targetId, version);
    if (eventTypes.includes(change.action)) keys.add(changeKey(change.action, change.targetId, version));
  }
  return keys;
}

function receivedOf({ accepted }: Subscriber): string[] {
  return [...accepted.values()].map(({ event, data }) =>
    event === 'audit.event' ? auditKey(data.id) : changeKey(event, data.id, data.version!),
  );
}

/**
 * Compares what was committed with what arrived, for every subscriber.
 * @param before audit entries of what came before the subscriptions
 */
export function reconcile(
  truth: Truth,
  subscribers: readonly Subscriber[],
  before: Set<string>,
): Reconciliation {
  const result: Reconciliation = {
    changes: truth.changes.filter(({ id }) => !before.has(id)).length,
    expected: 0,
    received: 0,
    lost: [],
    phantom: [],
    duplicates: 0,
  };
  for (const subscriber of subscribers) {
    const expected = expectedOf(truth, subscriber, before);
    const received = receivedOf(subscriber);
    const seen = new Set(received);
    result.expected += expected.size;
    result.received += [...expected].filter((key) => seen.has(key)).length;
    result.lost.push(...[...expected].filter((key) => !seen.has(key)));
    // Changes from before, which a subscriber may have received if it existed then.
    const known = expectedOf(truth, subscriber, new Set());
    result.phantom.push(...[...seen].filter((key) => !known.has(key)));
    // Two events about one change would be phantoms too.
    result.phantom.push(...received.filter((key, index) => received.indexOf(key) !== index));
    for (const { count } of subscriber.accepted.values()) result.duplicates += count - 1;
  }
  return result;
}

/**
 * Finds changes that were acknowledged and that the database does not have, and records whose version does not match
 * the audit log.
 */
export function contradictions({ changes, records }: Truth, { versions, deleted }: Answers): string[] {
  const steps = new Map<string, number>();
  const gone = new Set<string>();
  for (const { action, targetId } of changes) {
    if (/^(ticket|decision)\.deleted$/.test(action)) gone.add(targetId);
    if (STEP.test(action)) steps.set(targetId, (steps.get(targetId) ?? 0) + 1);
  }
  return [
    ...[...versions]
      .filter(([id, version]) => (steps.get(id) ?? 0) < version)
      .map(([id]) => `forgotten ${id}`),
    ...[...deleted].filter((id) => !gone.has(id)).map((id) => `not deleted ${id}`),
    ...records.filter(({ id, version }) => steps.get(id) !== version).map(({ id }) => `unexplained ${id}`),
    ...records.filter(({ id }) => gone.has(id)).map(({ id }) => `undead ${id}`),
  ];
}

/** Finds POSTs whose record does not exist exactly once, or is another than the answer named. */
export function notOnce({ marks, changes }: Truth, { posts, toDelete }: Answers): string[] {
  const ids = new Map<string, string[]>();
  for (const { mark, id } of marks) ids.set(mark, [...(ids.get(mark) ?? []), id]);
  const resolved = changes.filter(({ action }) => action === 'decision.resolved');
  const known = new Set(posts.map(({ mark }) => mark));
  return [
    ...posts.flatMap(({ path, mark, id, repeats }) => {
      const found = ids.get(mark) ?? [];
      const mayBeGone = toDelete.has(id ?? '') || toDelete.has(path.split('/')[2] ?? '');
      const isRight = found.length === 0 ? !id || mayBeGone : found.length === 1 && found[0] === id;
      return isRight
        ? []
        : [`${path} (repeated ${repeats} times): ${id} was answered, stored: ${found.join()}`];
    }),
    ...[...ids.keys()].filter((mark) => mark !== '' && !known.has(mark)).map((mark) => `unknown ${mark}`),
    ...resolved
      .filter(({ targetId }, index) => resolved.findIndex((one) => one.targetId === targetId) !== index)
      .map(({ targetId }) => `resolved twice: ${targetId}`),
  ];
}
