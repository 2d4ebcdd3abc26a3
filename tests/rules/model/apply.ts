import type { Step } from '../steps';
import { changeDecision, cloneDecision, createDecision, resolveDecision } from './decisions';
import { oncePerKey } from './keys';
import { changeSubscription, cloneSubscription, createSubscription } from './subscriptions';
import { changeTicket, cloneTicket, createTicket } from './tickets';
import {
  isToken,
  projectOf,
  record,
  refused,
  same,
  type Caller,
  type Outcome,
  type Stored,
  type Values,
  type World,
} from './world';

const CREATE = { ticket: createTicket, decision: createDecision, subscription: createSubscription };
const CHANGE = { ticket: changeTicket, decision: changeDecision, subscription: changeSubscription };
const CLONE = { ticket: cloneTicket, decision: cloneDecision, subscription: cloneSubscription };

/** The handle of a step's target: one of those ever made, or one that never was. */
export function targetOf(world: World, { type, target }: Step): string {
  const made = world.made[type];
  return made[target % made.length] ?? 'none';
}

/** A record of another project is absent (specification 5). */
function find(world: World, by: Caller, type: string, handle: string): Stored | undefined {
  const stored = world.records[handle];
  const project = projectOf(by);
  return stored?.type === type && (project === undefined || stored.project === project) ? stored : undefined;
}

function remove(world: World, by: Caller, stored: Stored): void {
  delete world.records[stored.handle];
  if (stored.type === 'subscription') {
    for (const delivery of world.deliveries) {
      if (delivery.subscription === stored.handle) delivery.state = 'cancelled';
    }
  }
  record(world, { action: `${stored.type}.deleted`, by, target: stored });
}

/**
 * Saves what is in a form, which holds the whole record as it was when it was opened: it must not undo what others have
 * changed since.
 */
function saveForm(world: World, { by, type, given }: Step, stored: Stored, form: Stored): Outcome {
  const data: Values = { ...form.fields, ...form.resolution, ...given };
  const now: Values = { ...stored.fields, ...stored.resolution };
  const isChanged = Object.entries(data).some(([name, value]) => !same(value ?? null, now[name] ?? null));
  if (type === 'subscription' || form.version === stored.version || !isChanged) {
    return CHANGE[type](world, by, stored, data);
  }
  const { refused: problems = [] } = CHANGE[type](structuredClone(world), by, structuredClone(stored), data);
  return refused('changed_meanwhile', ...problems);
}

/** A step as it was sent. */
export interface SentStep extends Step {
  /** The versions that `If-Match` names. */
  ifMatch?: readonly number[] | '*' | undefined;
}

/**
 * Takes a step in the model.
 * @param world is changed
 * @param handles the records that the step is about: the first of them is its target
 * @param handle what a new record is to be called
 */
export function apply(world: World, step: SentStep, handles: readonly string[], handle: string): Outcome {
  // The scope is judged before the record is looked for (specification 8.2).
  if (step.by === 'A, read-only' && step.verb !== 'read') return refused('insufficient_scope');
  return oncePerKey(world, step, handles[0] ?? '', () => carryOut(world, step, handles, handle));
}

/** Mistakes of the request itself, which may be told before its condition is judged. */
const OF_SHAPE = ['validation_failed', 'unknown_status'];

/** `If-Match` is judged after the shape of the body, and before every rule (specification 4.8). */
function judgeCondition(
  world: World,
  step: SentStep,
  handles: readonly string[],
  stored: Stored,
): Outcome | undefined {
  const { ifMatch } = step;
  if (ifMatch === undefined || ifMatch === '*' || ifMatch.includes(stored.version)) return undefined;
  const { refused: problems = [] } = carryOut(
    structuredClone(world),
    { ...step, ifMatch: undefined },
    handles,
    'another',
  );
  return refused('precondition_failed', ...problems.filter((code) => OF_SHAPE.includes(code)));
}

function carryOut(world: World, step: SentStep, handles: readonly string[], handle: string): Outcome {
  const { verb, type, by, given } = step;
  const [target = ''] = handles;
  if (verb === 'create') return CREATE[type](world, by, projectOf(by) ?? step.project, handle, given);
  if (verb === 'write in bulk') return refused('bulk_write_refused');
  if (verb === 'delete many') {
    const found = handles.flatMap((one) => find(world, by, type, one) ?? []);
    if (found.length === 0) return refused('not_found');
    for (const one of found) remove(world, by, one);
    return {};
  }
  const stored = find(world, by, type, target);
  if (!stored) {
    if (verb === 'save form' && !world.forms[target]) return { skipped: true };
    // A body that is wrong may be told first.
    return isToken(by) && verb === 'change'
      ? refused('not_found', 'validation_failed', 'unknown_status')
      : refused('not_found');
  }
  const failed = judgeCondition(world, step, handles, stored);
  if (failed) return failed;
  switch (verb) {
    case 'read':
      return { record: stored };
    case 'delete':
      remove(world, by, stored);
      return {};
    case 'change':
      return CHANGE[type](world, by, stored, given);
    case 'clone':
      return CLONE[type](world, by, stored, handle, given);
    case 'resolve':
      return by === 'documents' || by === 'query'
        ? changeDecision(world, by, stored, { ...given, status: 'resolved' })
        : resolveDecision(world, by, stored, given);
    case 'open form':
      world.forms[target] = structuredClone(stored);
      return { record: stored };
    case 'save form': {
      const form = world.forms[target];
      if (!form) return { skipped: true };
      return saveForm(world, step, stored, form);
    }
    case 'repeat':
      throw new Error('It is taken as the step that it repeats.');
  }
}
