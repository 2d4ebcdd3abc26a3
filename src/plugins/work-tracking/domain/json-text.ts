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

function placeOf(text: string): string {
  const place = placeOfJsonError(text);
  return place ? `: see line ${place.line}, column ${place.column}` : '';
}

/**
 * The place where a text stops being JSON, counted from 1; undefined for JSON, for an empty text, and for one that is
 * nested too deep to tell. Errors of `JSON.parse` have no place, or not in every version of Node.
 */
export function placeOfJsonError(text: string): { line: number; column: number } | undefined {
  const [first] = text.trim() === '' ? [] : problemsOf(text);
  if (!first) return undefined;
  const lines = text.slice(0, first.offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

function problemsOf(text: string): ParseError[] {
  const problems: ParseError[] = [];
  try {
    parse(text, problems, { disallowComments: true });
  } catch (error) {
    // The parser goes down with nested lists until the stack is full; such a text is refused without a place.
    if (!(error instanceof RangeError)) throw error;
  }
  return problems;
}

/** Each number is taken to its end, whatever it is: looking back for a shorter match takes quadratic time. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** A whole number that may have more digits than are kept. */
const LONG_WHOLE_NUMBER = /^-?\d{16,}$/;

/**
 * The whole numbers of a valid JSON text that have more digits than are kept, as they are read: `JSON.parse` makes
 * 9007199254740992 of 9007199254740993 and gives no hint.
 */
export function roundedNumbers(text: string): Set<number> {
  const rounded = new Set<number>();
  if (!/\d{16}/.test(text)) return rounded;
  for (const [token] of text.matchAll(STRING_OR_NUMBER)) {
    if (!LONG_WHOLE_NUMBER.test(token)) continue;
    const value = Number(token);
    // A number that was stored before may have lost digits then: what comes back is what was given.
    const comesBack = String(value) === token;
    if (Number.isFinite(value) && !comesBack && BigInt(token) !== BigInt(value)) rounded.add(value);
  }
  return rounded;
}
