import type { ContentReference } from '../../../../../domain/content';
import type { PlainValue } from '../../../api/required-fields';
import type { EditedField, OpenTicket, OwnField, ServiceField } from '../../../api/ticket';
import type { InputField } from '../../../components/FieldInput';
import { useText, type MessageId } from '../../../translations/messages';

/** A field's value as it is written: a person by the id. */
export type FieldValue = string | number | boolean | readonly string[] | readonly ContentReference[] | null;

/** The names of the service's own fields. */
const FIELD_NAMES: Record<ServiceField, MessageId> = {
  title: 'ticket.title',
  body: 'ticket.body',
  priority: 'ticket.priority',
  type: 'ticket.type',
  labels: 'ticket.labels',
  assignee: 'ticket.assignee',
  dueAt: 'ticket.due',
  content: 'ticket.content',
};

const OWN = 'fields.';

/** Is it one that a content team has added? */
export const isOwn = (field: EditedField): field is `fields.${string}` => field.startsWith(OWN);

export const keyOf = ({ name }: OwnField): EditedField => `${OWN}${name}`;

/** The server's name of a field. */
export const nameOf = (field: EditedField): string => (isOwn(field) ? field.slice(OWN.length) : field);

/** @returns undefined for the service's own, and for one that is not in the ticket */
export const ownFieldOf = ({ fields }: OpenTicket, field: EditedField): OwnField | undefined =>
  fields.find((one) => keyOf(one) === field);

/** The stored value of a field that is typed or is of a content team. */
export const plainValue = (ticket: OpenTicket, field: EditedField): PlainValue =>
  writtenValue(ticket, field) as PlainValue;

const SHORT = { type: 'string', maxLength: 255 };

/** The input of a field that is typed. */
export const inputOf = (ticket: OpenTicket, field: EditedField): InputField =>
  ownFieldOf(ticket, field) ?? (field === 'body' ? { type: 'text' } : SHORT);

/** @returns the name of a field as people read it: that of a content team as in the content manager's form */
export function useFieldName(ticket: OpenTicket): (field: EditedField) => string {
  const text = useText();
  return (field) => (isOwn(field) ? (ownFieldOf(ticket, field)?.label ?? field) : text(FIELD_NAMES[field]));
}

/** The stored value of a field, as it is written. */
export function writtenValue(ticket: OpenTicket, field: EditedField): FieldValue {
  if (isOwn(field)) return ownFieldOf(ticket, field)?.value ?? null;
  return field === 'assignee' ? (ticket.assignee?.id ?? null) : (ticket[field] ?? null);
}

/** The ticket with another stored value of a field. */
export const withValue = (ticket: OpenTicket, field: EditedField, value: FieldValue): OpenTicket =>
  isOwn(field)
    ? {
        ...ticket,
        fields: ticket.fields.map((one) =>
          keyOf(one) === field ? { ...one, value: value as PlainValue } : one,
        ),
      }
    : { ...ticket, [field]: value };
