/** An action of RTK Query about one request, as far as it is used here. */
export interface RequestAction {
  type?: unknown;
  payload?: unknown;
  meta?: { arg?: { endpointName?: string; originalArgs?: { model?: string } } };
}

/** An answer to the content manager's request for a list. */
interface ListAnswer {
  /** The type of the entries in the list. */
  type: string;
  isFulfilled: boolean;
  /** The list, or the error. */
  payload: unknown;
}

/** @returns undefined for every other action */
export function listAnswer(action: unknown): ListAnswer | undefined {
  const { type, payload, meta } = Object(action) as RequestAction;
  const { endpointName, originalArgs } = meta?.arg ?? {};
  const isFulfilled = type === 'adminApi/executeQuery/fulfilled';
  if (endpointName !== 'getAllDocuments' || (!isFulfilled && type !== 'adminApi/executeQuery/rejected'))
    return undefined;
  return { type: originalArgs?.model ?? '', isFulfilled, payload };
}
