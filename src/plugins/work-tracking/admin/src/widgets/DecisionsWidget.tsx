import { Box, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useGetInboxQuery } from '../api/decisions';
import { Line } from '../pages/inbox/Line';
import { BASE_PATH } from '../pages/pages';
import { useText } from '../translations/messages';
import { WidgetStates } from './WidgetStates';

const SHOWN = 5;

/** The decisions that wait longest. */
export default function DecisionsWidget() {
  const text = useText();
  const query = useGetInboxQuery({ status: 'open', limit: SHOWN }, { refetchOnMountOrArgChange: true });
  return (
    <WidgetStates query={query} isEmpty={({ count }) => count === 0} empty={text('inbox.open.empty')}>
      {({ decisions, count }) => (
        <>
          <Lines aria-label={text('inbox.open.list', { count })}>
            {decisions.map((decision) => (
              <Line
                key={decision.documentId}
                decision={decision}
                to={`/${BASE_PATH}/inbox/${decision.documentId}`}
                isCurrent={false}
              />
            ))}
          </Lines>
          {count > decisions.length && (
            <Box padding={3}>
              <Typography variant="pi" textColor="neutral600">
                {text('widget.decisions.more', { count: count - decisions.length })}
              </Typography>
            </Box>
          )}
        </>
      )}
    </WidgetStates>
  );
}

const Lines = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;
