import { Field } from '@strapi/design-system';
import type { ContentReference } from '../../../../domain/content';
import ContentList from '../../components/ContentList';
import type { InputProps } from './input-props';

const NONE: readonly ContentReference[] = [];

/** The entries that a ticket or a decision is about, in its form, with which they are saved. */
export default function ContentInput({
  name,
  label,
  hint,
  required = false,
  disabled = false,
  value,
  error,
  onChange,
}: InputProps<readonly ContentReference[]>) {
  return (
    <Field.Root name={name} hint={hint} required={required} error={error ?? false}>
      <Field.Label>{label}</Field.Label>
      <ContentList
        content={value ?? NONE}
        isEditable={!disabled}
        onChange={(content) => onChange(name, content)}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
