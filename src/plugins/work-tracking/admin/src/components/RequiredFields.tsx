import { Link, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { formPath, OWN_TYPES } from '../api/documents';
import { useGetRequiredFieldsQuery, type AskedField, type MadeInDialogs } from '../api/required-fields';
import { useText } from '../translations/messages';
import { FieldInput, valueOf } from './FieldInput';
import { Labelled } from './fields';

/** What a dialog has of the fields that a content team has made required. */
export interface RequiredInput {
  type: MadeInDialogs;
  fields: readonly AskedField[];
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
      <Labelled key={name} label={label} required error={refused[name]}>
        <FieldInput
          field={field}
          value={typed[name] ?? ''}
          onChange={(value) => {
            setTyped({ ...typed, [name]: value });
            forget(name);
          }}
        />
      </Labelled>
    );
  });
}
