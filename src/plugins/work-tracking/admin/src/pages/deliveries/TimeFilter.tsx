import { Box, Field, Flex, TextInput } from '@strapi/design-system';
import { useRef, useState } from 'react';
import { DAY_MS, PERIODS, type Period } from '../../../../domain/period';
import type { DeliveryFilters } from '../../api/deliveries';
import { Choice } from '../../components/fields';
import { useTyped } from '../../hooks/typed';
import { useText, type MessageId } from '../../translations/messages';

const PERIOD_NAMES: Record<Period, MessageId> = {
  hour: 'deliveries.period.hour',
  day: 'deliveries.period.day',
  week: 'deliveries.period.week',
  month: 'deliveries.period.month',
};

export type Time = Pick<DeliveryFilters, 'period' | 'since' | 'until'>;

interface TimeFilterProps {
  time: Time;
  onChange: (change: { period: string; since: string; until: string }) => void;
  size: 'S' | 'M';
}

const CUSTOM = 'custom';

/** A period up to now, such as the last hour, or a start and an end in the user's time zone. */
export function TimeFilter({ time, onChange, size }: TimeFilterProps) {
  const text = useText();
  const { period, since = '', until = '' } = time;
  // Also while neither is there: one is being typed.
  const [isChosen, setChosen] = useState(false);
  const isCustom = isChosen || since !== '' || until !== '';
  function choose(value: string) {
    setChosen(value === CUSTOM);
    onChange(
      value === CUSTOM
        ? { period: '', since: new Date(Date.now() - DAY_MS).toISOString(), until: '' }
        : { period: value, since: '', until: '' },
    );
  }
  function change(typed: { since: string } | { until: string }) {
    setChosen(true);
    onChange({ period: '', since, until, ...typed });
  }
  return (
    <Flex gap={2} wrap="wrap">
      <Box width="20rem">
        <Choice
          size={size}
          aria-label={text('deliveries.time')}
          placeholder={text('deliveries.period.all')}
          choices={[
            ...PERIODS.map((one) => [one, text(PERIOD_NAMES[one])] as const),
            [CUSTOM, text('deliveries.period.custom')],
          ]}
          value={isCustom ? CUSTOM : (period ?? '')}
          onChange={choose}
          clearLabel={text('deliveries.filter.clear')}
        />
      </Box>
      {isCustom && (
        <>
          <DateTimeInput
            name="since"
            label="deliveries.since"
            value={since}
            size={size}
            onChange={(value) => change({ since: value })}
          />
          <DateTimeInput
            name="until"
            label="deliveries.until"
            value={until}
            size={size}
            onChange={(value) => change({ until: value })}
          />
        </>
      )}
    </Flex>
  );
}

interface DateTimeInputProps {
  name: string;
  label: MessageId;
  /** ISO 8601, or empty. */
  value: string;
  size: 'S' | 'M';
  onChange: (value: string) => void;
}

/** A time that counts once its typing pauses, and all of its parts are there. */
function DateTimeInput({ name, label, value, size, onChange }: DateTimeInputProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useTyped(value === '' ? '' : localMinute(new Date(value)), (minute) => {
    // A date of which a part is missing has no value either.
    if (input.current?.validity.badInput) return;
    onChange(minute === '' ? '' : new Date(minute).toISOString());
  });
  return (
    <Field.Root name={name}>
      <TextInput
        ref={input}
        type="datetime-local"
        max="9999-12-31T23:59"
        size={size}
        aria-label={text(label)}
        title={text(label)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </Field.Root>
  );
}

/** A time in the format of the browser's own input, which has no zone: it takes and gives the user's local time. */
function localMinute(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}
