import { changeEndpoint } from './endpoints';
import { guarded, putOn, type HostChange } from './in-force';

/** An action of RTK Query about one request: the part that is used here. */
export interface RequestAction {
  type?: unknown;
  payload?: unknown;
  meta?: { arg?: { endpointName?: string; originalArgs?: { model?: string } } };
}

/** A middleware of the panel's store, which notes something of the actions that pass. */
export const watchActions =
  (change: HostChange, note: (action: RequestAction) => void) =>
  () =>
  () =>
  <Action>(next: (action: Action) => unknown) =>
  (action: Action) => {
    guarded(change, () => note(Object(action) as RequestAction), undefined);
    return next(action);
  };

/** An answer to the content manager's request for a list. */
interface ListAnswer {
  /** The type of the entries in the list. */
  type: string;
  isFulfilled: boolean;
  /** The list, or the error. */
  payload: unknown;
}

const LIST = 'getAllDocuments';
const PERMISSIONS = 'getMyPermissions';
const FULFILLED = 'adminApi/executeQuery/fulfilled';

/** @returns undefined for every other action */
export function listAnswer({ type, payload, meta }: RequestAction): ListAnswer | undefined {
  const { endpointName, originalArgs } = meta?.arg ?? {};
  const isFulfilled = type === FULFILLED;
  if (endpointName !== LIST || (!isFulfilled && type !== 'adminApi/executeQuery/rejected')) return undefined;
  return { type: originalArgs?.model ?? '', isFulfilled, payload };
}

/** Whether an action has what the person may do, as Strapi's panel gets it. */
export const hasPermissions = ({ type, meta }: RequestAction): boolean =>
  type === FULFILLED && meta?.arg?.endpointName === PERMISSIONS;

/** Tries whether Strapi's panel has the endpoints by whose names their answers are known. */
export function checkAnswers(): void {
  for (const name of [LIST, PERMISSIONS]) putOn('host.lists', () => changeEndpoint(name, () => undefined));
}
