/** The largest integer, and row id, that every database can store and look for. */
export const MAX_INTEGER = 2 ** 31 - 1;

/** Reads an integer from 1 on; undefined for any other text, also for one with a sign or with zeros before it. */
export function positiveInteger(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_INTEGER ? Number(text) : undefined;
}
