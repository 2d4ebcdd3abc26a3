import { positiveInteger } from './integers';

/** The short name of a ticket, by which people call it: `WEB-12`. It follows the project's key as it is now. */
export const ticketRef = (projectKey: string, number: number): string => `${projectKey}-${number}`;

/** Reads a text as the ref of a ticket; undefined for one that can't be one. */
export function parseTicketRef(text: string): { projectKey: string; number: number } | undefined {
  const end = text.lastIndexOf('-');
  const number = positiveInteger(text.slice(end + 1));
  return end > 0 && number !== undefined ? { projectKey: text.slice(0, end), number } : undefined;
}

/**
 * The number of the ticket that a text names.
 * @returns undefined for a text that is no ref of this project
 */
export function numberInRef(projectKey: string, text: string): number | undefined {
  const ref = parseTicketRef(text);
  return ref?.projectKey === projectKey ? ref.number : undefined;
}

/**
 * The ref that somebody has typed, in any case.
 * @param projectKeys the keys that it can begin with; two of them may differ in case alone
 * @returns undefined for a text that is no ref of these projects
 */
export function refTyped(projectKeys: readonly string[], text: string): string | undefined {
  const ref = parseTicketRef(text.trim());
  if (ref === undefined) return undefined;
  const { projectKey: key, number } = ref;
  const known =
    projectKeys.find((one) => one === key) ??
    projectKeys.find((one) => one.toLowerCase() === key.toLowerCase());
  return known === undefined ? undefined : ticketRef(known, number);
}
