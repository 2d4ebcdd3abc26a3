import { Field, MultiSelect, MultiSelectOption } from '@strapi/design-system';
import { EVENT_TYPES } from '../../../../domain/events';
import { useText } from '../../translations/messages';
import type { InputProps } from './input-props';

/** The event types of a subscription, chosen from the list of all. */
export default function EventTypesInput({
  name,
  label,
  hint,
  required = false,
  disabled = false,
  value,
  error,
  onChange,
}: InputProps<string[]>) {
  const text = useText();
  return (
    <Field.Root name={name} hint={hint} required={required} error={error ?? false}>
      <Field.Label>{label}</Field.Label>
      <MultiSelect
        value={value ?? []}
        disabled={disabled}
        placeholder={text('field.event_types.choose')}
        // The buttons of the design system's tags have no names.
        customizeContent={(types = []) => types.join(', ')}
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
