import isEqual from 'lodash/isEqual';
import { useEffect, useRef, useState } from 'react';
import { isReference, type ContentReference } from '../../../../../domain/content';
import {
  useChangeTicketMutation,
  useLazyGetOpenTicketQuery,
  type EditedField,
  type OpenTicket,
} from '../../../api/ticket';
import { useUnanswered } from '../../../hooks/drafts';
import { codeOf, useErrorNotification } from '../../../hooks/errors';
import { useInTurn } from '../../../hooks/in-turn';

/** A field's value as it is written: a person by the id. */
export type FieldValue = string | readonly string[] | readonly ContentReference[] | null;

/** The fields that are no texts: of a text that is asked about, its field has the draft. */
const CHOSEN: readonly EditedField[] = ['priority', 'labels', 'assignee', 'dueAt', 'content'];

/** Can a field have a value? What the browser has kept can have been written by anybody at it. */
function isValueOf(field: EditedField, value: unknown): value is FieldValue {
  if (field === 'labels') return isListOf(value, (label) => typeof label === 'string');
  if (field === 'content') return isListOf(value, isReference);
  if (value === null) return true;
  return typeof value === 'string' && (field !== 'dueAt' || !Number.isNaN(Date.parse(value)));
}

const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);

/** A field that somebody else has changed while the user was changing it. */
export interface Conflict {
  field: EditedField;
  mine: FieldValue;
  /** As it is stored now; a person by name. */
  theirs: FieldValue;
  /** Saves the user's value over the other, or lets the other be. */
  choose: (which: 'mine' | 'theirs') => void;
}

export interface Saving {
  /**
   * Saves a field.
   * @param seen the ticket as it was when the user began to change it
   * @returns whether the field is done with: what the user has typed must stay where it is not
   */
  save: (field: EditedField, value: FieldValue, seen: OpenTicket) => Promise<boolean>;
  /** The fields that are being saved or asked about, each with its new value. */
  pending: ReadonlyMap<EditedField, FieldValue>;
  conflicts: readonly Conflict[];
}

const writtenValue = (ticket: OpenTicket, field: EditedField): FieldValue =>
  field === 'assignee' ? (ticket.assignee?.id ?? null) : (ticket[field] ?? null);

/** The result of writing a field: whether it is done with, or the ticket in which somebody else has changed it. */
type Outcome = boolean | OpenTicket;

/**
 * Saves the fields of an open ticket one by one, under the version at which each was shown. Where another field has been
 * changed since, it saves again; where the same one has, it asks which of the two shall be, and saves others meanwhile.
 * A question that was not answered is asked again when the ticket is opened again.
 * @param name the ref or public id by which the ticket was read
 */
export function useTicketSaving(name: string, ticket: OpenTicket, onSaved: () => void): Saving {
  const [change] = useChangeTicketMutation();
  const [read] = useLazyGetOpenTicketQuery();
  const notifyError = useErrorNotification();
  const [pending, setPending] = useState<Saving['pending']>(new Map());
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  // The user's own last save is no conflict with the next one, though it is not shown yet.
  const saved = useRef(new Map<EditedField, OpenTicket>());
  const inTurn = useInTurn();
  const unanswered = useUnanswered(ticket.documentId);

  async function write(field: EditedField, value: FieldValue, seen: OpenTicket): Promise<Outcome> {
    const { documentId, version } = seen;
    const result = await change({ name, documentId, version, fields: { [field]: value } });
    if (!('error' in result)) {
      saved.current.set(field, result.data);
      onSaved();
      return true;
    }
    if (codeOf(result.error) !== 'changed_meanwhile') return !notifyError(result);
    const fresh = await read(name);
    if (fresh.data === undefined) return !notifyError(fresh);
    const now = fresh.data;
    return isEqual(writtenValue(now, field), writtenValue(seen, field)) ? write(field, value, now) : now;
  }

  const writeInTurn = (field: EditedField, value: FieldValue, seen: OpenTicket): Promise<Outcome> =>
    inTurn(async () => {
      const own = saved.current.get(field);
      const base = own && own.version > seen.version ? own : seen;
      return isEqual(value, writtenValue(base, field)) || write(field, value, base);
    });

  async function ask(field: EditedField, mine: FieldValue, now: OpenTicket): Promise<'mine' | 'theirs'> {
    if (CHOSEN.includes(field)) unanswered.keep(field, mine);
    const choice = await new Promise<'mine' | 'theirs'>((choose) => {
      const asked = { field, mine, theirs: shown(now, field), choose };
      setConflicts((open) => [...open.filter((other) => other.field !== field), asked]);
    });
    unanswered.keep(field, undefined);
    setConflicts((open) => open.filter((other) => other.field !== field));
    return choice;
  }

  /** Writes a value, and asks as often as somebody else has changed the field. */
  async function settle(field: EditedField, value: FieldValue, first: () => Promise<Outcome>) {
    setPending((others) => new Map([...others, [field, value]]));
    try {
      let outcome = await first();
      while (typeof outcome !== 'boolean') {
        if ((await ask(field, value, outcome)) === 'theirs') return true;
        outcome = await writeInTurn(field, value, outcome);
      }
      return outcome;
    } finally {
      setPending((others) =>
        others.get(field) === value ? new Map([...others].filter(([other]) => other !== field)) : others,
      );
    }
  }

  const askAgain = useRef(() => {
    for (const field of CHOSEN) {
      const mine = unanswered.read(field);
      if (mine === undefined) continue;
      const isAnswered = !isValueOf(field, mine) || isEqual(mine, writtenValue(ticket, field));
      if (isAnswered) unanswered.keep(field, undefined);
      else void settle(field, mine, () => Promise.resolve(ticket));
    }
  });
  useEffect(() => askAgain.current(), []);

  return {
    save(field, value, seen) {
      // A newer value takes the place of one that is asked about.
      conflicts.find((other) => other.field === field)?.choose('theirs');
      return settle(field, value, () => writeInTurn(field, value, seen));
    },
    pending,
    conflicts,
  };
}

/** The value of a field as people read it. */
const shown = (ticket: OpenTicket, field: EditedField): FieldValue =>
  field === 'assignee' ? (ticket.assignee?.name ?? null) : writtenValue(ticket, field);
