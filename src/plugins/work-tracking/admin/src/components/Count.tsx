import { useIntl } from 'react-intl';
import { COUNTED_UP_TO } from '../../../domain/count';
import { useText } from '../translations/messages';
import { Note } from './Note';

/** A function that writes a number which the server counts no further than `COUNTED_UP_TO`: "1,000+" for more. */
export function useCountText(): (count: number) => string {
  const { formatNumber } = useIntl();
  return (count) => (count > COUNTED_UP_TO ? `${formatNumber(COUNTED_UP_TO)}+` : formatNumber(count));
}

/** When something was counted; nothing for what was counted just now. */
export function CountedAt({ at }: { at: string | null }) {
  const text = useText();
  const { formatTime } = useIntl();
  if (at === null) return null;
  return <Note>{text('counted.at', { time: formatTime(at, { timeStyle: 'medium' }) })}</Note>;
}
