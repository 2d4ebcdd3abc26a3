import { useIntl } from 'react-intl';

/** When something is or was, to the second, in the reader's language and zone. */
export function Moment({ at }: { at: string }) {
  const { formatDate } = useIntl();
  return <time dateTime={at}>{formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' })}</time>;
}
