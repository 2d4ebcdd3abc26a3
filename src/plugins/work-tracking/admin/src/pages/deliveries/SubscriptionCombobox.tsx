import { Combobox, ComboboxOption } from '@strapi/design-system';
import type { SubscriptionChoice } from '../../api/deliveries';
import { distinctTexts, useCombobox } from '../../components/combobox';
import { useText } from '../../translations/messages';

interface SubscriptionComboboxProps {
  subscriptions: readonly SubscriptionChoice[];
  /** A subscription's public id; empty for none. */
  value: string;
  onChange: (documentId: string) => void;
  size?: 'S' | 'M';
}

/** Chooses a subscription by its URL; beside one that others have, too, stands its project, or its id. */
export function SubscriptionCombobox(props: SubscriptionComboboxProps) {
  const { subscriptions, value, onChange, size = 'M' } = props;
  const text = useText();
  const label = text('deliveries.column.subscription');
  const texts = distinctTexts(
    subscriptions.map(({ documentId, url, project }) => ({
      id: documentId,
      texts: project ? [url, `${url} · ${project.key}`] : [url],
    })),
  );
  return (
    <Combobox
      {...useCombobox(value, texts.get(value), onChange)}
      size={size}
      aria-label={label}
      placeholder={label}
      clearLabel={text('deliveries.filter.clear')}
    >
      {[...texts].map(([id, name]) => (
        <ComboboxOption key={id} value={id} textValue={name}>
          {name}
        </ComboboxOption>
      ))}
    </Combobox>
  );
}
