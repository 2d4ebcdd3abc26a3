import { Box, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useLastAnswer } from '../hooks/connection';
import { useText } from '../translations/messages';

/** Says that the server does not answer, and of when is what the page shows. A screen reader is told, too. */
export function OfflineNotice() {
  const text = useText();
  const { formatTime } = useIntl();
  const lastAnswer = useLastAnswer();
  return (
    <div role="status">
      {lastAnswer !== undefined && (
        <Box background="warning100" paddingTop={2} paddingBottom={2} paddingLeft={6} paddingRight={6}>
          <Typography textColor="warning700">
            {text('state.offline', { time: formatTime(lastAnswer, { timeStyle: 'short' }) })}
          </Typography>
        </Box>
      )}
    </div>
  );
}
