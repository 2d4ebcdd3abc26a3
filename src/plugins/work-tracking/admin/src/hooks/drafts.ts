import { useAuth } from '@strapi/strapi/admin';
import { useState } from 'react';
import { DAY_MS } from '../../../domain/period';

/** A resolution of a decision that somebody has chosen and typed, and not sent. */
export interface Draft {
  /** Empty for none. */
  optionId: string;
  verdict: string;
  note: string;
}

export const EMPTY_DRAFT: Draft = { optionId: '', verdict: '', note: '' };

export const isEmptyDraft = ({ optionId, verdict, note }: Draft): boolean =>
  optionId === '' && verdict.trim() === '' && note.trim() === '';

/** A field of a record that somebody has begun to change. */
export interface FieldDraft {
  typed: string;
  /** The value and the record's version when that began. */
  was: string;
  version: number;
}

/** Drafts are kept in the browser, one entry for each person and what it is a draft for. */
const PREFIX = 'work-tracking.draft.';
/** A draft that nobody came back to is forgotten after this time. */
const KEPT_FOR_MS = 90 * DAY_MS;

/** How a kind of drafts is kept. */
interface Kind<Value> {
  /** The end of its keys, which tells it from other drafts for the same record. */
  suffix: string;
  none: Value;
  /** Reads an entry, as far as it can be read: anybody at this browser can have written it. */
  read: (entry: Entry) => Value;
  /** Writes an entry; undefined when there is nothing to keep. */
  write: (value: Value) => object | undefined;
}

type Entry = Record<string, unknown>;

const RESOLUTION: Kind<Draft> = {
  suffix: '',
  none: EMPTY_DRAFT,
  read: ({ optionId, verdict, note }) => ({
    optionId: textOf(optionId),
    verdict: textOf(verdict),
    note: textOf(note),
  }),
  write: (draft) => (isEmptyDraft(draft) ? undefined : draft),
};

const COMMENT: Kind<string | undefined> = {
  suffix: '.comment',
  none: undefined,
  read: ({ body }) => (textOf(body).trim() === '' ? undefined : textOf(body)),
  write: (body) => (body === undefined || body.trim() === '' ? undefined : { body }),
};

/** A field that is as it was is not kept. */
const fieldKind = (field: string): Kind<FieldDraft | undefined> => ({
  suffix: `.field.${field}`,
  none: undefined,
  read: ({ typed, was, version }) =>
    typeof version === 'number' ? { typed: textOf(typed), was: textOf(was), version } : undefined,
  write: (draft) => (draft === undefined || draft.typed === draft.was ? undefined : draft),
});

/** A value that a person has chosen for a field while somebody else changed it; who wins has not been answered. */
const unansweredKind = (field: string): Kind<unknown> => ({
  suffix: `.unanswered.${field}`,
  none: undefined,
  read: ({ value }) => value,
  write: (value) => (value === undefined ? undefined : { value }),
});

/**
 * A person's draft for a decision. It outlives the page; where the browser keeps nothing, it lives as long as the form.
 * @param documentId public id of the decision
 */
export const useDraft = (documentId: string): [Draft, (draft: Draft) => void] =>
  useKept(documentId, RESOLUTION);

/**
 * The text of a comment that a person has typed and not sent, kept as `useDraft` keeps its draft. A blank one is not kept.
 * @param documentId public id of the record that a new comment is on, or of the comment that is changed
 * @returns undefined for none
 */
export const useCommentDraft = (
  documentId: string,
): [string | undefined, (body: string | undefined) => void] => useKept(documentId, COMMENT);

/**
 * The text that a person has typed into a field of a record and not saved, kept as `useDraft` keeps its draft.
 * @param documentId public id of the record
 * @returns undefined while the field is not being changed
 */
export const useFieldDraft = (
  documentId: string,
  field: string,
): [FieldDraft | undefined, (draft: FieldDraft | undefined) => void] => useKept(documentId, fieldKind(field));

/**
 * The values that a person has chosen for fields of a record and that are asked about, kept as `useDraft` keeps its draft.
 * @param documentId public id of the record
 */
export function useUnanswered(documentId: string) {
  const keyOf = useKey(documentId);
  return {
    /** @returns undefined for none; anybody at this browser can have written it */
    read(field: string): unknown {
      const kind = unansweredKind(field);
      return keptAt(keyOf(kind), kind);
    },
    keep(field: string, value: unknown): void {
      const kind = unansweredKind(field);
      keep(keyOf(kind), kind.write(value));
    },
  };
}

/** @returns the name of a kind's entry for a record */
function useKey(documentId: string): (kind: { suffix: string }) => string {
  const person = useAuth('useKey', ({ user }) => user?.id ?? '');
  return ({ suffix }) => `${PREFIX}${person}.${documentId}${suffix}`;
}

function useKept<Value>(documentId: string, kind: Kind<Value>): [Value, (value: Value) => void] {
  const key = useKey(documentId)(kind);
  const [value, setValue] = useState(() => keptAt(key, kind));
  const change = (next: Value) => {
    setValue(next);
    keep(key, kind.write(next));
  };
  return [value, change];
}

function keptAt<Value>(key: string, { none, read }: Kind<Value>): Value {
  try {
    const entry = entryOf(localStorage.getItem(key));
    return entry === undefined ? none : read(entry);
  } catch {
    return none;
  }
}

function keep(key: string, draft: object | undefined): void {
  try {
    if (draft === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ ...draft, keptAt: Date.now() }));
  } catch {
    // Storage that is full or switched off: the form has the draft all the same.
  }
}

/** Removes the drafts that are older than `KEPT_FOR_MS`, and those that can't be read. */
export function forgetOldDrafts(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) {
      const written = entryOf(localStorage.getItem(key))?.keptAt;
      const age = Date.now() - (typeof written === 'number' ? written : 0);
      if (!(age < KEPT_FOR_MS)) localStorage.removeItem(key);
    }
  } catch {
    // Storage that is switched off keeps nothing.
  }
}

function entryOf(stored: string | null): Entry | undefined {
  try {
    const entry: unknown = stored === null ? undefined : JSON.parse(stored);
    return typeof entry === 'object' && entry !== null ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
