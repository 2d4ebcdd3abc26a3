import { shortened } from '../../../../domain/errors';

/** Characters that are shown of a text. */
const MAX_LENGTH = 5000;
/** Characters beside the change that are kept of a long text. */
const CONTEXT_LENGTH = 200;

/** Two versions of a text without what long ones have in common at their beginning and their end. */
export function differingTexts(
  before: string,
  after: string,
): { before: string; after: string; isCut: boolean } {
  const shorter = Math.min(before.length, after.length);
  if (Math.max(before.length, after.length) <= MAX_LENGTH) return { before, after, isCut: false };
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const from = Math.max(start - CONTEXT_LENGTH, 0);
  const untilEnd = Math.max(end - CONTEXT_LENGTH, 0);
  const between = (text: string) => text.slice(from, text.length - untilEnd);
  const shown = (text: string) =>
    `${from > 0 ? '…' : ''}${shortened(between(text), MAX_LENGTH)}${untilEnd > 0 ? '…' : ''}`;
  const isCut = [before, after].some((text) => between(text).length > MAX_LENGTH);
  return { before: shown(before), after: shown(after), isCut };
}
