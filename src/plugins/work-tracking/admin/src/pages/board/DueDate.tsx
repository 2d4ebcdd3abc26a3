import { Badge } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { DAY_MS } from '../../../../domain/period';
import { useText } from '../../translations/messages';

/** A ticket shows its due date from this long before it. */
const NEAR_MS = 7 * DAY_MS;

/** The due date of a ticket, shown where it is near or past. */
export function DueDate({ at }: { at: string }) {
  const text = useText();
  const { formatDate } = useIntl();
  const left = Date.parse(at) - Date.now();
  if (left > NEAR_MS) return null;
  const date = formatDate(at, { day: 'numeric', month: 'short' });
  const title = formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Badge
      size="S"
      title={title}
      {...(left < 0
        ? { backgroundColor: 'danger100', textColor: 'danger700' }
        : { backgroundColor: 'warning200', textColor: 'neutral800' })}
    >
      {text(left < 0 ? 'board.overdue' : 'board.due', { date })}
    </Badge>
  );
}
