import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Duplicate, Trash } from '@strapi/icons';
import type { Option } from '../../../../domain/decision';
import { useCopy } from '../../hooks/clipboard';
import type { Draft } from '../../hooks/drafts';
import { useText } from '../../translations/messages';
import { Fact, Facts } from './Facts';
import { Note } from '../../components/Note';

interface UnsentDraftProps {
  draft: Draft;
  options: readonly Option[];
  onDiscard: () => void;
}

/** The text that the user had typed when somebody else resolved the decision. It stays until it is discarded. */
export function UnsentDraft({ draft, options, onDiscard }: UnsentDraftProps) {
  const text = useText();
  const copy = useCopy({ copied: 'action.copied', notCopied: 'action.notCopied' });
  const { verdict, optionId, note } = draft;
  const chosen = options.find(({ id }) => id === optionId)?.title ?? optionId;
  // The verdict that an option suggests is its title.
  const written = [...new Set([verdict, chosen, note])].filter((part) => part.trim() !== '').join('\n\n');
  return (
    <Box
      tag="section"
      aria-label={text('inbox.draft')}
      background="neutral100"
      borderColor="neutral200"
      hasRadius
      marginTop={6}
      padding={4}
    >
      <Typography tag="h3" variant="delta">
        {text('inbox.draft')}
      </Typography>
      <Note tag="p" paddingTop={1} paddingBottom={3} role="status">
        {text('inbox.draft.resolvedBefore')}
      </Note>
      <Facts>
        <Fact label="resolve.verdict">{verdict}</Fact>
        <Fact label="resolve.option">{chosen}</Fact>
        <Fact label="resolve.note">{note}</Fact>
      </Facts>
      <Flex gap={2} paddingTop={4}>
        <Button variant="secondary" size="S" startIcon={<Duplicate />} onClick={() => void copy(written)}>
          {text('inbox.draft.copy')}
        </Button>
        <Button variant="tertiary" size="S" startIcon={<Trash />} onClick={onDiscard}>
          {text('inbox.draft.discard')}
        </Button>
      </Flex>
    </Box>
  );
}
