import {
  add,
  isToken,
  record,
  refused,
  same,
  type Caller,
  type Outcome,
  type ProjectName,
  type Stored,
  type Values,
  type World,
} from './world';

const EVENT_TYPES = ['ticket.created', 'ticket.updated', 'decision.resolved', 'audit.event'];

/** As few that a series comes to it. */
export const MAX_SUBSCRIPTIONS = 2;

function problemsOf(given: Values): string[] {
  const { url = 'http://', event_types: types = EVENT_TYPES } = given as {
    url?: string;
    event_types?: string[];
  };
  return [
    ...(/^https?:\/\//.test(url) && types.length > 0 ? [] : ['validation_failed']),
    ...(types.every((type) => EVENT_TYPES.includes(type)) ? [] : ['unknown_event_type']),
  ];
}

export function createSubscription(
  world: World,
  by: Caller,
  project: ProjectName,
  handle: string,
  given: Values,
): Outcome {
  const problems = problemsOf(given);
  if (['url', 'event_types', 'secret'].some((name) => given[name] === undefined)) {
    problems.push('validation_failed');
  }
  if (isToken(by) && given.active !== undefined) problems.push('validation_failed');
  if (problems.length > 0) return refused(...problems);
  const others = Object.values(world.records).filter(
    (record) => record.type === 'subscription' && record.project === project,
  );
  if (others.length >= MAX_SUBSCRIPTIONS) return refused('subscription_limit');
  const { url, event_types, active = true } = given;
  return add(world, by, {
    type: 'subscription',
    handle,
    project,
    version: 1,
    fields: { url, event_types: [...new Set(event_types as string[])], active },
  });
}

/** Only the panel and code can change one. While it is inactive, its deliveries are held. */
export function changeSubscription(world: World, by: Caller, subscription: Stored, given: Values): Outcome {
  const problems = problemsOf(given);
  if (problems.length > 0) return refused(...problems);
  const { secret, ...others } = given;
  const fields: Values = { ...subscription.fields, ...others };
  fields.event_types = [...new Set(fields.event_types as string[])];
  // A secret that is given again is encrypted again: nobody can compare it.
  if (secret === undefined && same(fields, subscription.fields)) return { record: subscription };
  subscription.fields = fields;
  for (const delivery of world.deliveries) {
    if (delivery.subscription !== subscription.handle || delivery.state === 'cancelled') continue;
    delivery.state = fields.active ? 'pending' : 'held';
  }
  record(world, { action: 'subscription.updated', by, target: subscription });
  return { record: subscription };
}

/** A duplicate needs a secret of its own. */
export const cloneSubscription = (
  world: World,
  by: Caller,
  original: Stored,
  handle: string,
  given: Values,
): Outcome => createSubscription(world, by, original.project, handle, { ...original.fields, ...given });
