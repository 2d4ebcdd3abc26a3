import { useIntl, type FormatDateOptions } from 'react-intl';

const UNITS = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How long ago something was, in the user's language; a tooltip shows the exact time. */
export function Age({ since }: { since: string }) {
  const { formatDate, formatRelativeTime } = useIntl();
  const seconds = Math.max(0, (Date.now() - Date.parse(since)) / 1000);
  const [unit, size] = UNITS.find((candidate) => seconds >= candidate[1]) ?? ['second', 1];
  const exact = formatDate(since, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <time dateTime={since} title={exact}>
      {formatRelativeTime(-Math.floor(seconds / size), unit, { style: 'narrow' })}
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
