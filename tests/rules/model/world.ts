import type { KeptAnswer } from './keys';

/**
 * The state and the answers that the service should have, as a model small enough to be read: plain data, no database, no HTTP, and no
 * rule imported from the code that it judges. The rules are those of docs/specification.md.
 */
export type Values = Record<string, unknown>;

export type Type = 'ticket' | 'decision' | 'subscription';
export type ProjectName = 'A' | 'B';

/** Tokens of v1, the panel with an administrator, and the two doors of code inside of Strapi. */
export type Caller = 'A' | 'A too' | 'A, read-only' | 'B' | 'panel' | 'documents' | 'query';

/** A record by the names and values of v1, without its id and its times. */
export interface Stored {
  type: Type;
  /** Stands for the id. */
  handle: string;
  project: ProjectName;
  /** Of tickets and decisions. */
  version: number;
  /** The values that v1 shows; those of a decision without `status` and `resolution` in its frontmatter. */
  fields: Values;
  /** Of a decision. */
  resolution?: Resolution;
}

export interface Resolution {
  verdict: unknown;
  note: unknown;
  option_id?: unknown;
}

export interface AuditEntry {
  project: ProjectName;
  action: string;
  actor: string;
  target: string;
}

/** An event as it waits for a subscription. */
export interface Waiting {
  subscription: string;
  event: string;
  data: Values;
  state: 'pending' | 'held' | 'cancelled';
}

export interface World {
  records: Record<string, Stored>;
  /** Every record ever made, by its handle: a deleted one can still be asked for. */
  made: Record<Type, string[]>;
  audit: AuditEntry[];
  deliveries: Waiting[];
  /** The records that the administrator has open in the content manager, as they were when they were opened. */
  forms: Record<string, Stored>;
  /** Those of requests with a key, by whose key it is. */
  answers: Record<string, KeptAnswer>;
}

export const emptyWorld = (): World => ({
  records: {},
  made: { ticket: [], decision: [], subscription: [] },
  audit: [],
  deliveries: [],
  forms: {},
  answers: {},
});

/** The result of a step: no objection, or the codes of the rules that it breaks, any of which may be told. */
export interface Outcome {
  refused?: readonly string[];
  /** The record that the answer shows. */
  record?: Stored;
  /** The answer is that of an earlier request with the same key. */
  isReplayed?: true;
  /** The step has nothing to work on: it isn't taken. */
  skipped?: true;
}

export const refused = (...codes: string[]): Outcome => ({ refused: codes });

/** By which kind of actor, and under which name, the audit log knows a caller. */
export function actorOf(caller: Caller): string {
  if (caller === 'panel') return 'admin Ada Lovelace';
  return caller === 'documents' || caller === 'query' ? 'system system' : `api_token ${caller}`;
}

export const isToken = (caller: Caller): boolean => !['panel', 'documents', 'query'].includes(caller);

/** The project that a caller works in; code and the panel see both, and name the one that they mean. */
export const projectOf = (caller: Caller): ProjectName | undefined =>
  isToken(caller) ? (caller === 'B' ? 'B' : 'A') : undefined;

/** "Duplicate" opens a form with all that the original holds; with nothing to fill in, it is one click. */
export const isFilledForm = (caller: Caller, given: Values): boolean =>
  caller === 'panel' && Object.keys(given).length > 0;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as JSON with its keys in order, for comparing. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

export const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** A record as v1 and events show it (specification 2). */
export function shown({ type, fields, resolution, version }: Stored): Values {
  if (type === 'subscription') return fields;
  if (type === 'ticket') return { ...fields, version };
  const { status, frontmatter, ...others } = fields;
  return {
    ...others,
    frontmatter: { ...(frontmatter as Values), status, ...(resolution ? { resolution } : {}) },
    version,
  };
}

interface Change {
  action: string;
  by: Caller;
  target: Stored;
  /** The event beside `audit.event`. */
  event?: { type: string; data: Values };
}

/**
 * Every effective change is audited, and told to the subscriptions of its project that list the event; those that are
 * inactive hold it. A subscription does not hear of its own creation, and nothing of what comes after its deletion.
 */
export function record(world: World, { action, by, target, event }: Change): void {
  const { project, handle } = target;
  const actor = actorOf(by);
  world.audit.push({ project, action, actor, target: handle });
  const events = [
    ...(event ? [event] : []),
    { type: 'audit.event', data: { action, actor, target: handle } },
  ];
  for (const subscription of Object.values(world.records)) {
    if (subscription.type !== 'subscription' || subscription.project !== project) continue;
    if (action === 'subscription.created' && subscription.handle === handle) continue;
    const { event_types: types, active } = subscription.fields as { event_types: string[]; active: boolean };
    for (const { type, data } of events) {
      if (!types.includes(type)) continue;
      const waiting = { subscription: subscription.handle, event: type, data };
      world.deliveries.push({ ...waiting, state: active ? 'pending' : 'held' });
    }
  }
}

/** Adds a new record and tells of it. */
export function add(world: World, by: Caller, made: Stored, event?: string): Outcome {
  world.records[made.handle] = made;
  world.made[made.type].push(made.handle);
  const told = event ? { event: { type: event, data: { id: made.handle, ...shown(made) } } } : {};
  record(world, { action: `${made.type}.created`, by, target: made, ...told });
  return { record: made };
}
