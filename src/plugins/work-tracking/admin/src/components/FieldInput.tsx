import { Textarea, TextInput } from '@strapi/design-system';
import type { ComponentProps, CSSProperties, KeyboardEventHandler, RefObject } from 'react';
import type { AskedField, PlainValue } from '../api/required-fields';
import { useText } from '../translations/messages';
import { Choice } from './fields';

/** What an input has to know of a field. */
export type InputField = Pick<AskedField, 'type' | 'values' | 'maxLength'>;

const LONG: readonly string[] = ['text', 'richtext', 'json'];

/** Is it typed in several lines? */
export const isLong = ({ type }: InputField): boolean => LONG.includes(type);

/** Is it chosen instead of typed? */
export const isChosen = ({ type, values }: InputField): boolean => type === 'boolean' || values !== undefined;

/** Text that is no value of the type is sent as it is: the server says what is wrong with it. */
export function valueOf(type: string, text: string): string | number | boolean {
  switch (type) {
    case 'boolean':
      return text === 'true';
    case 'integer':
    case 'float':
    case 'decimal':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'datetime':
    case 'timestamp':
      return Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString();
    case 'time':
      // Browsers leave seconds out.
      return /^\d\d:\d\d$/.test(text) ? `${text}:00.000` : text;
    default:
      return text;
  }
}

/** A stored value as it stands in its input; empty for none. */
export function typedOf(type: string, value: PlainValue): string {
  if (value === null) return '';
  if (type === 'datetime' || type === 'timestamp') return localTime(String(value));
  return type === 'time' ? withoutZeros(String(value)) : String(value);
}

/** A time as the input takes it, in the browser's time zone. */
function localTime(at: string): string {
  const date = new Date(at);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return withoutZeros(local.toISOString().slice(0, -1));
}

const withoutZeros = (time: string): string => time.replace(/(:00)?\.000$/, '');

/** What the browser offers for a type that is typed. */
const TYPED: Readonly<Record<string, ComponentProps<typeof TextInput>>> = {
  email: { type: 'email' },
  date: { type: 'date', max: '9999-12-31' },
  datetime: { type: 'datetime-local', max: '9999-12-31T23:59' },
  timestamp: { type: 'datetime-local', max: '9999-12-31T23:59' },
  time: { type: 'time' },
  integer: { inputMode: 'numeric' },
  biginteger: { inputMode: 'numeric' },
  float: { inputMode: 'decimal' },
  decimal: { inputMode: 'decimal' },
};

interface FieldInputProps {
  field: InputField;
  /** As text; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** Where nothing may be chosen, too. */
  onClear?: (() => void) | undefined;
  /** Where no `Field.Label` names it. */
  'aria-label'?: string;
  size?: 'S' | 'M';
  /** Of one that is typed. */
  typing?: {
    autoFocus: boolean;
    readOnly: boolean;
    style: CSSProperties | undefined;
    onKeyDown: KeyboardEventHandler;
    /** Of one line. */
    inputRef: RefObject<HTMLInputElement>;
  };
}

/** The input of a field of any type that can be asked for outside of the content manager's form. */
export function FieldInput({ field, value, onChange, onClear, typing, ...named }: FieldInputProps) {
  const text = useText();
  const { type, values = [], maxLength } = field;
  if (isChosen(field)) {
    const choices: readonly (readonly [string, string])[] =
      type === 'boolean'
        ? [
            ['true', text('answer.yes')],
            ['false', text('answer.no')],
          ]
        : // A value that a content team has taken out stays where it is.
          [...new Set([...values, ...(value === '' ? [] : [value])])].map((one) => [one, one]);
    const clearing = { onClear, clearLabel: text('field.clear'), placeholder: text('field.not_set') };
    return <Choice {...{ choices, value, onChange }} {...named} {...(onClear && clearing)} />;
  }
  const { inputRef, ...given } = typing ?? {};
  const input = { ...given, value, maxLength };
  if (isLong(field)) return <Textarea {...input} onChange={({ target }) => onChange(target.value)} />;
  return (
    <TextInput
      {...named}
      {...TYPED[type]}
      {...input}
      ref={inputRef}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
