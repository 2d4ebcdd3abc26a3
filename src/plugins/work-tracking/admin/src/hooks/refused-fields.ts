import { useState } from 'react';
import { useErrorText, type PanelError } from './errors';

/** The part of a refusal that says what is wrong with which field. */
interface FieldRefusals {
  details?: { errors?: readonly { path: readonly string[]; message: string }[] };
}

/** The server's sentences about fields, each with the name that it gives the field; none of an error about no field. */
export const sentencesAtFields = (error: unknown): { field: string; message: string }[] =>
  ((error as FieldRefusals).details?.errors ?? []).map(({ path, message }) => ({
    field: path[0] ?? '',
    message,
  }));

/**
 * The refused fields of a form, to be shown in it.
 * @param fields by the names that the server gives the fields: the form's own names
 * @returns the sentences by the form's names; `refusal`, the sentence for what is about no field; `refuse`, which takes
 * the result of a mutation and returns whether it failed; and `forget`, for a field that is changed
 */
export function useRefusedFields<Field extends string>(fields: Readonly<Record<string, Field>>) {
  const errorText = useErrorText();
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({});
  const [refusal, setRefusal] = useState<string>();

  function refuse<Result extends object>(result: Result): result is Extract<Result, { error: unknown }> {
    setRefused({});
    setRefusal(undefined);
    if (!('error' in result)) return false;
    const error = result.error as PanelError;
    const named = sentencesAtFields(error).map(({ field, message }) => ({
      field: fields[field],
      message: errorText({ message }),
    }));
    const entries = named.flatMap(({ field, message }) => (field ? [[field, message] as const] : []));
    if (entries.length === 0 || entries.length < named.length) setRefusal(errorText(error));
    else setRefused(Object.fromEntries(entries) as Partial<Record<Field, string>>);
    return true;
  }
  const forget = (field: Field) => setRefused(({ [field]: _, ...others }) => others as typeof refused);
  return { refused, refusal, refuse, forget };
}
