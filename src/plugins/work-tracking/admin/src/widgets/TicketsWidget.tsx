import { Box, Flex, Typography } from '@strapi/design-system';
import { useGetBoardQuery } from '../api/board';
import { useCountText } from '../components/Count';
import { statusColor, useStatusLabel } from '../hooks/statuses';
import { pagePath } from '../navigation';
import { useText } from '../translations/messages';
import { CountLink, WidgetStates } from './WidgetStates';

/** How many tickets are in each status. */
export default function TicketsWidget() {
  const text = useText();
  const statusLabel = useStatusLabel();
  const countText = useCountText();
  const query = useGetBoardQuery({}, { refetchOnMountOrArgChange: true });
  return (
    <WidgetStates
      query={query}
      isEmpty={({ columns }) => columns.every(({ count }) => count === 0)}
      empty={text('widget.tickets.none')}
    >
      {({ columns }) => (
        <Flex direction="column" alignItems="stretch">
          {columns.map(({ status, count }) => (
            <CountLink key={status} to={pagePath('board')}>
              <Box
                width="1rem"
                height="1rem"
                borderRadius="50%"
                background={statusColor(status)}
                shrink={0}
                aria-hidden
              />
              <Typography textColor="neutral800" flex="1">
                {statusLabel(status)}
              </Typography>
              <Typography fontWeight="semiBold">{countText(count)}</Typography>
            </CountLink>
          ))}
        </Flex>
      )}
    </WidgetStates>
  );
}
