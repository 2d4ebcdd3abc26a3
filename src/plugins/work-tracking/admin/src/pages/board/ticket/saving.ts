import isEqual from 'lodash/isEqual';
import { useEffect, useRef, useState } from 'react';
import { isReference } from '../../../../../domain/content';
import {
  useChangeTicketMutation,
  useLazyGetOpenTicketQuery,
  type EditedField,
  type OpenTicket,
} from '../../../api/ticket';
import { isChosen } from '../../../components/FieldInput';
import { useUnanswered } from '../../../hooks/drafts';
import { codeOf, useErrorNotification, useErrorText } from '../../../hooks/errors';
import { isTyping } from '../../../hooks/focus';
import { useInTurn } from '../../../hooks/in-turn';
import { sentencesAtFields } from '../../../hooks/refused-fields';
import { isOwn, keyOf, nameOf, writtenValue, type FieldValue } from './fields';

/** The fields that are no texts: of a text that is asked about, its field has the draft. */
const CHOSEN: readonly EditedField[] = ['priority', 'labels', 'assignee', 'dueAt', 'content'];

const chosenFields = (ticket: OpenTicket): readonly EditedField[] => [
  ...CHOSEN,
  ...ticket.fields.filter(isChosen).map(keyOf),
];

/** Can a field have a value? What the browser has kept can have been written by anybody at it. */
function isValueOf(field: EditedField, value: unknown): value is FieldValue {
  if (field === 'labels') return isListOf(value, (label) => typeof label === 'string');
  if (field === 'content') return isListOf(value, isReference);
  if (value === null || (isOwn(field) && typeof value === 'boolean')) return true;
  return typeof value === 'string' && (field !== 'dueAt' || !Number.isNaN(Date.parse(value)));
}

const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);

/** A field that somebody else has changed while the user was changing it. */
export interface Conflict {
  field: EditedField;
  mine: FieldValue;
  /** The value that is stored now; a person by name. */
  theirs: FieldValue;
  /** Not from a user who types somewhere else by now. */
  takesFocus: boolean;
  /** Saves the user's value over the other, or lets the other be. */
  choose: (which: 'mine' | 'theirs') => void;
}

/** A conflict that has not been answered. */
interface Question {
  about: (newer: FieldValue) => void;
  /** Whether the field is done with. */
  done: Promise<boolean>;
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
  /** The fields whose new value was refused, each with the reason; of other fields a notification says it. */
  refused: ReadonlyMap<EditedField, string>;
  /** Takes the reason away. */
  forget: (field: EditedField) => void;
  conflicts: readonly Conflict[];
}

/** The result of writing a field: whether it is done with, or the ticket in which somebody else has changed it. */
type Outcome = boolean | OpenTicket;

/**
 * Saves the fields of an open ticket one by one, under the version at which each was shown. Where another field has been
 * changed since, it saves again; where the same one has, it asks which of the two shall be, and saves others meanwhile.
 * A question that was not answered is asked again when the ticket is opened again.
 * @param name the ref or public id by which the ticket was read
 */
export function useTicketSaving(name: string, ticket: OpenTicket, onSaved: () => void): Saving {
  const [send] = useChangeTicketMutation();
  const [read] = useLazyGetOpenTicketQuery();
  const notifyError = useErrorNotification();
  const [pending, setPending] = useState<Saving['pending']>(new Map());
  const [refused, setRefused] = useState<Saving['refused']>(new Map());
  const errorText = useErrorText();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  // The user's own last save is no conflict with the next one, though it is not shown yet.
  const saved = useRef(new Map<EditedField, OpenTicket>());
  const inTurn = useInTurn();
  const unanswered = useUnanswered(ticket.documentId);
  const questions = useRef(new Map<EditedField, Question>());

  async function write(field: EditedField, value: FieldValue, seen: OpenTicket): Promise<Outcome> {
    const { documentId, version } = seen;
    const given = { [nameOf(field)]: value };
    const result = await send({
      name,
      documentId,
      version,
      fields: isOwn(field) ? { fields: given } : given,
    });
    if (!('error' in result)) {
      saved.current.set(field, result.data);
      onSaved();
      return true;
    }
    if (codeOf(result.error) !== 'changed_meanwhile') return refuse(field, result);
    const fresh = await read(name);
    if (fresh.data === undefined) return !notifyError(fresh);
    const now = fresh.data;
    return isEqual(writtenValue(now, field), writtenValue(seen, field)) ? write(field, value, now) : now;
  }

  function refuse(field: EditedField, result: { error: unknown }): false {
    const [first] = isOwn(field) ? sentencesAtFields(result.error) : [];
    if (first) setRefused((others) => new Map([...others, [field, errorText(first)]]));
    else notifyError(result);
    return false;
  }
  const forget = (field: EditedField) =>
    setRefused((others) => new Map([...others].filter(([other]) => other !== field)));

  const writeInTurn = (field: EditedField, value: FieldValue, seen: OpenTicket): Promise<Outcome> =>
    inTurn(async () => {
      const own = saved.current.get(field);
      const base = own && own.version > seen.version ? own : seen;
      return isEqual(value, writtenValue(base, field)) || write(field, value, base);
    });

  /** Writes a value, and asks as often as somebody else has changed the field. */
  function settle(field: EditedField, value: FieldValue, first: () => Promise<Outcome>): Promise<boolean> {
    const from = document.activeElement;
    let mine = value;
    function want(newer: FieldValue): void {
      mine = newer;
      setPending((others) => new Map([...others, [field, newer]]));
    }
    /** The user can want something else by the time of the answer. */
    async function ask(now: OpenTicket): Promise<'mine' | 'theirs'> {
      const choice = await new Promise<'mine' | 'theirs'>((choose) => {
        const asked = { field, theirs: shown(now, field), takesFocus: !isTyping(from), choose };
        const about = (newer: FieldValue) => {
          want(newer);
          if (isEqual(newer, writtenValue(now, field))) {
            choose('theirs');
            return;
          }
          if (chosenFields(ticket).includes(field)) unanswered.keep(field, newer);
          setConflicts((open) => [
            ...open.filter((other) => other.field !== field),
            { ...asked, mine: newer },
          ]);
        };
        questions.current.set(field, { about, done });
        about(mine);
      });
      questions.current.delete(field);
      unanswered.keep(field, undefined);
      setConflicts((open) => open.filter((other) => other.field !== field));
      return choice;
    }
    async function untilDone(): Promise<boolean> {
      let outcome = await first();
      while (typeof outcome !== 'boolean') {
        const question = questions.current.get(field);
        if (question) return change(question, mine);
        if ((await ask(outcome)) === 'theirs') return true;
        outcome = await writeInTurn(field, mine, outcome);
      }
      return outcome;
    }
    want(value);
    forget(field);
    const done = untilDone().finally(() => {
      setPending((others) =>
        others.get(field) === mine ? new Map([...others].filter(([other]) => other !== field)) : others,
      );
    });
    return done;
  }

  const askAgain = useRef(() => {
    for (const field of chosenFields(ticket)) {
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
      const question = questions.current.get(field);
      if (question) return change(question, value);
      return settle(field, value, () => writeInTurn(field, value, seen));
    },
    pending,
    refused,
    forget,
    conflicts,
  };
}

/** Asks about a newer value of the user's. */
function change({ about, done }: Question, newer: FieldValue): Promise<boolean> {
  about(newer);
  return done;
}

/** The value of a field as people read it. */
const shown = (ticket: OpenTicket, field: EditedField): FieldValue =>
  field === 'assignee' ? (ticket.assignee?.name ?? null) : writtenValue(ticket, field);
