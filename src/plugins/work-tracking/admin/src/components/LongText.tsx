import { Button, Flex } from '@strapi/design-system';
import { useState } from 'react';
import { useText } from '../translations/messages';
import { Note } from './Note';

/**
 * The length that the browser lays out at once. Its time grows with the square of how often the direction of writing
 * changes: a megabyte of alternating Latin and Arabic letters ends the tab.
 */
const PART_LENGTH = 10_000;

/** Divides a text into parts, never between the two halves of one character. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = start + PART_LENGTH;
    const isWithinCharacter = (text.codePointAt(end - 1) ?? 0) > 0xffff;
    const part = text.slice(start, isWithinCharacter ? end + 1 : end);
    parts.push(part);
    start += part.length;
  }
  return parts;
}

/** A text of any length, in parts: the first one, and below it buttons to the others. */
export function LongText({ children }: { children: string }) {
  const text = useText();
  const [index, setIndex] = useState(0);
  if (children.length <= PART_LENGTH) return children;
  const parts = partsOf(children);
  const last = parts.length - 1;
  const current = Math.min(index, last);
  return (
    <>
      {parts[current]}
      <Flex tag="span" gap={2} paddingTop={3} wrap="wrap">
        <Button variant="tertiary" size="S" disabled={current === 0} onClick={() => setIndex(current - 1)}>
          {text('part.previous')}
        </Button>
        <Button variant="tertiary" size="S" disabled={current === last} onClick={() => setIndex(current + 1)}>
          {text('part.next')}
        </Button>
        <Note tag="span" aria-live="polite">
          {text('part.of', { part: current + 1, parts: parts.length })}
        </Note>
      </Flex>
    </>
  );
}

/** Characters of a line in a list. */
const LINE_LENGTH = 300;

/** The beginning of a text where a list has no room for more: all of it is in the record's form. */
export const shortened = (text: string, length = LINE_LENGTH): string =>
  text.length <= length ? text : `${text.slice(0, length)} …`;
