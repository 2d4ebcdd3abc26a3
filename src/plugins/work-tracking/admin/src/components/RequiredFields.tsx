import {
  Field,
  Link,
  SingleSelect,
  SingleSelectOption,
  Textarea,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { useState, type ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { formPath, OWN_TYPES } from '../api/documents';
import { useGetRequiredFieldsQuery, type MadeInDialogs, type RequiredField } from '../api/required-fields';
import { useText } from '../translations/messages';

/** What a dialog has of the fields that a content team has made required. */
export interface RequiredInput {
  type: MadeInDialogs;
  fields: readonly RequiredField[];
  /** What was typed, by the fields' names. */
  typed: Readonly<Record<string, string>>;
  setTyped: (typed: Readonly<Record<string, string>>) => void;
  /** The fields by their names, as refusals name them. */
  byName: Readonly<Record<string, string>>;
  /** The part of a request that holds the values; empty where nothing is required. */
  given: { fields?: Record<string, unknown> };
  /** Can the dialog ask for all of them? */
  isAskable: boolean;
}

/** @param isNeeded false for a dialog that makes nothing new */
export function useRequiredFields(type: MadeInDialogs, isNeeded = true): RequiredInput {
  const { data: fields = [] } = useGetRequiredFieldsQuery(type, { skip: !isNeeded });
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const values = fields.flatMap(({ name, type: attributeType }) => {
    const text = typed[name] ?? '';
    return text === '' ? [] : [[name, valueOf(attributeType, text)] as const];
  });
  return {
    type,
    fields,
    typed,
    setTyped,
    byName: Object.fromEntries(fields.map(({ name }) => [name, name])),
    given: fields.length === 0 ? {} : { fields: Object.fromEntries(values) },
    isAskable: fields.every((field) => field.isAskable),
  };
}

/** Text that is no value of the type is sent as it is: the server says what is wrong with it. */
function valueOf(type: string, text: string): unknown {
  switch (type) {
    case 'boolean':
      return text === 'true';
    case 'integer':
    case 'float':
    case 'decimal':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'datetime':
    case 'timestamp':
      return new Date(text).toISOString();
    case 'time':
      // Browsers leave seconds out.
      return /^\d\d:\d\d$/.test(text) ? `${text}:00.000` : text;
    default:
      return text;
  }
}

interface RequiredFieldsProps {
  required: RequiredInput;
  /** What the server has said of the fields. */
  refused: Partial<Record<string, string>>;
  forget: (name: string) => void;
}

/** The fields of a dialog that a content team has made required; a link to the form where a dialog can't ask for one. */
export function RequiredFields({ required, refused, forget }: RequiredFieldsProps) {
  const text = useText();
  const { type, fields, typed, setTyped, isAskable } = required;
  if (!isAskable) {
    const names = fields.filter((field) => !field.isAskable).map(({ label }) => label);
    return (
      <div>
        <Typography tag="p">{text('required.in_form', { names: names.join(', ') })}</Typography>
        <Link tag={RouterLink} to={formPath(`${OWN_TYPES}${type}`, 'create')}>
          {text('required.open_form')}
        </Link>
      </div>
    );
  }
  return fields.map((field) => {
    const { name, label } = field;
    return (
      <Field.Root key={name} required error={refused[name]}>
        <Field.Label>{label}</Field.Label>
        <Input
          field={field}
          value={typed[name] ?? ''}
          onChange={(value) => {
            setTyped({ ...typed, [name]: value });
            forget(name);
          }}
        />
        <Field.Error />
      </Field.Root>
    );
  });
}

interface InputProps {
  field: RequiredField;
  value: string;
  onChange: (value: string) => void;
}

const LONG: readonly string[] = ['text', 'richtext', 'json'];

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

function Input({ field: { type, values, maxLength }, value, onChange }: InputProps) {
  const text = useText();
  const choices =
    type === 'boolean'
      ? [
          ['true', text('answer.yes')],
          ['false', text('answer.no')],
        ]
      : values?.map((one) => [one, one]);
  if (choices) {
    return (
      <SingleSelect value={value === '' ? null : value} onChange={(chosen) => onChange(String(chosen))}>
        {choices.map(([one = '', label]) => (
          <SingleSelectOption key={one} value={one}>
            {label}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    );
  }
  if (LONG.includes(type)) {
    return <Textarea value={value} maxLength={maxLength} onChange={({ target }) => onChange(target.value)} />;
  }
  return (
    <TextInput
      {...TYPED[type]}
      value={value}
      maxLength={maxLength}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
