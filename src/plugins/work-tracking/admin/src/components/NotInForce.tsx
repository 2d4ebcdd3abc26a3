import { Box, Typography } from '@strapi/design-system';
import { useLeftOut } from '../host/in-force';
import { useText } from '../translations/messages';

/** What of the plugin does not fit the Strapi that runs; nothing when all of it does. */
export function NotInForce() {
  const text = useText();
  const leftOut = useLeftOut();
  if (leftOut.length === 0) return null;
  return (
    <Box
      background="warning100"
      borderColor="warning200"
      hasRadius
      padding={4}
      marginBottom={6}
      role="status"
    >
      <Typography tag="p">{text('host.title')}</Typography>
      {leftOut.map(({ change, reason }) => (
        <Typography key={`${change} ${reason}`} tag="p" style={{ overflowWrap: 'anywhere' }}>
          {text('host.notInForce', { what: text(change), reason })}
        </Typography>
      ))}
    </Box>
  );
}
