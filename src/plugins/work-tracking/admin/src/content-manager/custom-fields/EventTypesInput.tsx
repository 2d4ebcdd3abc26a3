import { Field, MultiSelect, MultiSelectOption } from '@strapi/design-system';
import { EVENT_TYPES } from '../../../../domain/events';
import { useText } from '../../translations/messages';
import type { FieldInputProps } from './field-props';

/** The event types that a subscription lists, to be chosen from those that there are. */
export default function EventTypesInput({
  name,
  label,
  hint,
  required = false,
  disabled = false,
  value,
  error,
  onChange,
}: FieldInputProps<string[]>) {
  const text = useText();
  return (
    <Field.Root name={name} hint={hint} required={required} error={error ?? false}>
      <Field.Label>{label}</Field.Label>
      <MultiSelect
        value={value ?? []}
        disabled={disabled}
        placeholder={text('field.event_types.choose')}
        withTags
        onChange={(types) => onChange(name, types)}
      >
        {EVENT_TYPES.map((type) => (
          <MultiSelectOption key={type} value={type}>
            {type}
          </MultiSelectOption>
        ))}
      </MultiSelect>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
