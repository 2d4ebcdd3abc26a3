import { Badge } from '@strapi/design-system';
import type { BoardColumn } from '../../api/board';
import { useCountText } from '../../components/Count';
import { useText } from '../../translations/messages';
import { Note } from '../../components/Note';

interface ColumnCountProps {
  column: BoardColumn;
  /** Are only those counted that changed in the last two weeks? */
  isRecent: boolean;
  /** Leaves out the words beside the number. */
  isShort?: boolean;
}

/** The number of tickets in a column, and what it counts where that is not all of them. */
export function ColumnCount({ column: { count, recent = 0 }, isRecent, isShort = false }: ColumnCountProps) {
  const text = useText();
  const countText = useCountText();
  const shown = countText(count);
  if (!isRecent || count === recent) {
    return (
      <Badge size="S" aria-label={text('board.count', { count, shown })}>
        {shown}
      </Badge>
    );
  }
  const label = text('board.column.recent_of', { recent, shownRecent: countText(recent), shown });
  return (
    <>
      <Badge size="S" aria-label={label} title={label}>
        {countText(recent)}
      </Badge>
      {!isShort && <Note aria-hidden>{text('board.column.recent')}</Note>}
    </>
  );
}
