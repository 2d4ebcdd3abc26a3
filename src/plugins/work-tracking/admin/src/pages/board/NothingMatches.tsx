import { Button, Flex, Typography } from '@strapi/design-system';
import { useText } from '../../translations/messages';

/** The notice above columns that are empty because of the filters. */
export function NothingMatches({ onClear }: { onClear: () => void }) {
  const text = useText();
  return (
    <Flex gap={4} wrap="wrap" shrink={0}>
      <Typography>{text('board.nothing_matches')}</Typography>
      <Button size="S" variant="tertiary" onClick={onClear}>
        {text('board.clear_filters')}
      </Button>
    </Flex>
  );
}
