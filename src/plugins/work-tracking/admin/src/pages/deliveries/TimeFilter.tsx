import { Box, Field, Flex, SingleSelect, SingleSelectOption, TextInput } from '@strapi/design-system';
import { PERIODS, type Period } from '../../../../domain/period';
import type { DeliveryFilters } from '../../api/deliveries';
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
const DAY_MS = 24 * 60 * 60 * 1000;

/** A period up to now, such as the last hour, or a start and an end in the user's time zone. */
export function TimeFilter({ time, onChange, size }: TimeFilterProps) {
  const text = useText();
  const { period, since = '', until = '' } = time;
  const isCustom = since !== '' || until !== '';
  const choose = (value: string) =>
    value === CUSTOM
      ? onChange({ period: '', since: new Date(Date.now() - DAY_MS).toISOString(), until: '' })
      : onChange({ period: value, since: '', until: '' });
  return (
    <Flex gap={2} wrap="wrap">
      <Box width="20rem">
        <SingleSelect
          size={size}
          aria-label={text('deliveries.time')}
          placeholder={text('deliveries.period.all')}
          value={isCustom ? CUSTOM : (period ?? null)}
          onChange={(value) => choose(String(value))}
          onClear={() => choose('')}
          clearLabel={text('deliveries.filter.clear')}
        >
          {PERIODS.map((value) => (
            <SingleSelectOption key={value} value={value}>
              {text(PERIOD_NAMES[value])}
            </SingleSelectOption>
          ))}
          <SingleSelectOption value={CUSTOM}>{text('deliveries.period.custom')}</SingleSelectOption>
        </SingleSelect>
      </Box>
      {isCustom && (
        <>
          <DateTimeInput
            name="since"
            label="deliveries.since"
            value={since}
            size={size}
            onChange={(value) => onChange({ period: '', since: value, until })}
          />
          <DateTimeInput
            name="until"
            label="deliveries.until"
            value={until}
            size={size}
            onChange={(value) => onChange({ period: '', since, until: value })}
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

function DateTimeInput({ name, label, value, size, onChange }: DateTimeInputProps) {
  const text = useText();
  return (
    <Field.Root name={name}>
      <TextInput
        type="datetime-local"
        size={size}
        aria-label={text(label)}
        title={text(label)}
        value={value === '' ? '' : localMinute(new Date(value))}
        onChange={({ target }) => onChange(target.value === '' ? '' : new Date(target.value).toISOString())}
      />
    </Field.Root>
  );
}

/** In the format of the browser's own input, which has no zone: it takes and gives the user's local time. */
function localMinute(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}
