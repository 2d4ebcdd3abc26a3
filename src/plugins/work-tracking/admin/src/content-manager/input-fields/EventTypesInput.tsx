import { MultiSelect, MultiSelectOption } from '@strapi/design-system';
import { EVENT_TYPES } from '../../../../domain/events';
import { Labelled } from '../../components/fields';
import { useText } from '../../translations/messages';
import type { InputProps } from './input-props';

/** The event types of a subscription, chosen from the list of all. */
export default function EventTypesInput({
  disabled = false,
  value,
  onChange,
  ...frame
}: InputProps<string[]>) {
  const text = useText();
  return (
    <Labelled {...frame}>
      <MultiSelect
        value={value ?? []}
        disabled={disabled}
        placeholder={text('field.event_types.choose')}
        // The buttons of the design system's tags have no names.
        customizeContent={(types = []) => types.join(', ')}
        onChange={(types) => onChange(frame.name, types)}
      >
        {EVENT_TYPES.map((type) => (
          <MultiSelectOption key={type} value={type}>
            {type}
          </MultiSelectOption>
        ))}
      </MultiSelect>
    </Labelled>
  );
}
