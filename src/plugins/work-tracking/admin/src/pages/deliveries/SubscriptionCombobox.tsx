import { Combobox, ComboboxOption } from '@strapi/design-system';
import type { SubscriptionChoice } from '../../api/deliveries';
import { chosenOf } from '../../components/combobox';
import { useText } from '../../translations/messages';

interface SubscriptionComboboxProps {
  subscriptions: readonly SubscriptionChoice[];
  /** A subscription's public id; empty for none. */
  value: string;
  onChange: (documentId: string) => void;
  size?: 'S' | 'M';
}

/** Chooses a subscription by its URL, which need not be unique: its project is shown beside it. */
export function SubscriptionCombobox({
  subscriptions,
  value,
  onChange,
  size = 'M',
}: SubscriptionComboboxProps) {
  const text = useText();
  const label = text('deliveries.column.subscription');
  return (
    <Combobox
      size={size}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={chosenOf(value, onChange)}
      onClear={() => onChange('')}
      clearLabel={text('deliveries.filter.clear')}
    >
      {subscriptions.map(({ documentId, url, project }) => (
        <ComboboxOption key={documentId} value={documentId} textValue={url}>
          {project ? `${url} · ${project.key}` : url}
        </ComboboxOption>
      ))}
    </Combobox>
  );
}
