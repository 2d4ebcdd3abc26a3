import type { Step } from '../steps';
import { canonical, projectOf, refused, type Outcome, type World } from './world';

/** The body and the outcome of a request with a key that was carried out. */
export interface KeptAnswer {
  /** The text that must be the same when the request comes again. */
  body: string;
  outcome: Outcome;
}

/** A key with its owner and its address: with another one of these it is another key (specification 4.9). */
export function scopeOf({ by, verb, type, key }: Step, target: string): string | undefined {
  if (key === undefined) return undefined;
  return canonical([by, projectOf(by), type, verb === 'resolve' ? target : '', key]);
}

/** Carries a request with a key out once; what was refused is judged anew. */
export function oncePerKey(world: World, step: Step, target: string, carryOut: () => Outcome): Outcome {
  const scope = scopeOf(step, target);
  if (scope === undefined) return carryOut();
  const kept = world.answers[scope];
  // The same bytes, so the order of the fields counts.
  const body = JSON.stringify(step.given);
  if (kept)
    return kept.body === body ? { ...kept.outcome, isReplayed: true } : refused('idempotency_key_reused');
  const outcome = carryOut();
  if (!outcome.refused) world.answers[scope] = { body, outcome: structuredClone(outcome) };
  return outcome;
}
