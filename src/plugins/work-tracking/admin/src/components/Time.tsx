import { useSyncExternalStore } from 'react';
import { useIntl, type FormatDateOptions } from 'react-intl';
import { MINUTE_MS } from '../../../domain/period';

const UNITS = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A time that is less far ahead counts as now: the clocks of browser and server may differ by as much. */
const CLOCK_DIFFERENCE_SECONDS = 60;

function everyMinute(onChange: () => void) {
  const timer = setInterval(onChange, MINUTE_MS);
  return () => clearInterval(timer);
}

const minute = () => Math.floor(Date.now() / MINUTE_MS);

/** How long ago something was, or how far ahead it is, in the user's language; a tooltip shows the exact time. */
export function Age({ since }: { since: string }) {
  const { formatDate, formatRelativeTime } = useIntl();
  // The age grows while nothing else changes.
  useSyncExternalStore(everyMinute, minute);
  const ahead = (Date.parse(since) - Date.now()) / 1000;
  const isAhead = ahead > CLOCK_DIFFERENCE_SECONDS;
  const seconds = isAhead ? ahead : Math.max(0, -ahead);
  const [unit, size] = UNITS.find((candidate) => seconds >= candidate[1]) ?? ['second', 1];
  const exact = formatDate(since, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <time dateTime={since} title={exact}>
      {formatRelativeTime(Math.floor(seconds / size) * (isAhead ? 1 : -1), unit, { style: 'narrow' })}
    </time>
  );
}

interface TimestampProps extends Pick<FormatDateOptions, 'dateStyle' | 'timeStyle'> {
  at: string;
}

/** A date and time in the user's language and time zone. */
export function Timestamp({ at, dateStyle = 'medium', timeStyle = 'medium' }: TimestampProps) {
  const { formatDate } = useIntl();
  return <time dateTime={at}>{formatDate(at, { dateStyle, timeStyle })}</time>;
}
