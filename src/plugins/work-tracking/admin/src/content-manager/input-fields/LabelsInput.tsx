import { Field } from '@strapi/design-system';
import { LabelList } from '../../components/LabelList';
import type { InputProps } from './input-props';

const NONE: readonly string[] = [];

/** The labels of a ticket in its form, with which they are saved. */
export default function LabelsInput({
  name,
  label,
  hint,
  required = false,
  disabled = false,
  value,
  error,
  onChange,
}: InputProps<readonly string[]>) {
  return (
    <Field.Root name={name} hint={hint} required={required} error={error ?? false}>
      <Field.Label>{label}</Field.Label>
      <LabelList
        labels={value ?? NONE}
        isEditable={!disabled}
        size="M"
        onChange={(labels) => {
          onChange(name, labels);
          return Promise.resolve(true);
        }}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
