import { Box } from '@strapi/design-system';
import { COUNTED_UP_TO } from '../../../domain/count';
import { useGetInboxQuery } from '../api/decisions';
import { useCountText } from '../components/Count';
import { DecisionLine, DecisionLines } from '../components/DecisionLine';
import { Note } from '../components/Note';
import { pagePath } from '../navigation';
import { useText } from '../translations/messages';
import { WidgetStates } from './WidgetStates';

const SHOWN = 5;

/** The open decisions that have waited longest. */
export default function DecisionsWidget() {
  const text = useText();
  const countText = useCountText();
  const query = useGetInboxQuery({ status: 'open', limit: SHOWN }, { refetchOnMountOrArgChange: true });
  return (
    <WidgetStates query={query} isEmpty={({ count }) => count === 0} empty={text('inbox.open.empty')}>
      {({ decisions, count }) => (
        <>
          <DecisionLines aria-label={text('inbox.open.list', { count, shown: countText(count) })}>
            {decisions.map((decision) => (
              <DecisionLine
                key={decision.documentId}
                decision={decision}
                to={pagePath('inbox', `/${decision.documentId}`)}
                isCurrent={false}
              />
            ))}
          </DecisionLines>
          {count > decisions.length && (
            <Box padding={3}>
              <Note>
                {text('widget.decisions.more', {
                  // One more than is counted stands for any number above.
                  count: countText(count > COUNTED_UP_TO ? count : count - decisions.length),
                })}
              </Note>
            </Box>
          )}
        </>
      )}
    </WidgetStates>
  );
}
