import { parse, type ParseError } from 'jsonc-parser';
import { invalidField } from './errors';

/**
 * Reads JSON that is given as text.
 * @param attribute the name for the error
 * @returns null for an empty text
 * @throws WorkTrackingError `validation_failed`, with the line and the column where the text stops being JSON
 */
export function readJsonText(attribute: string, text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField(attribute, `${attribute} is not valid JSON${placeOf(text)}.`, 'invalid_json');
  }
}

/** Node's own sentences have no place, or not in every version. */
function placeOf(text: string): string {
  const problems: ParseError[] = [];
  parse(text, problems, { disallowComments: true });
  const [first] = problems;
  if (!first) return '';
  const lines = text.slice(0, first.offset).split('\n');
  return `: see line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
