import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Navigate } from 'react-router-dom';
import { styled } from 'styled-components';
import type { DecisionStatus } from '../../../../domain/decision';
import type { ListedDecision } from '../../api/decisions';
import { useCountText } from '../../components/Count';
import { DecisionLine, DecisionLines } from '../../components/DecisionLine';
import { useText, type MessageId } from '../../translations/messages';
import { useInboxAddress } from './address';
import { Decision } from './Decision';

interface InboxProps {
  status: DecisionStatus;
  decisions: readonly ListedDecision[];
  /** The sentence for an empty list. It is needed beside a decision that was resolved just now and was the last one. */
  empty: string;
  count: number;
  marker: string | undefined;
  isFetching: boolean;
  /** Loads more; undefined at the server's limit. */
  onMore: (() => void) | undefined;
}

const LABELS: Record<DecisionStatus, MessageId> = {
  open: 'inbox.open.list',
  resolved: 'inbox.resolved.list',
};

/** The list, and beside it the chosen decision: the first one until the user chooses. */
export function Inbox(props: InboxProps) {
  const { status, decisions, empty, count, marker, isFetching, onMore } = props;
  const text = useText();
  const countText = useCountText();
  const { documentId, addressOf, show } = useInboxAddress();
  const [first] = decisions;
  // Only while none is open: an open one stays, even if it is no longer in the list, as the user may be typing.
  const opened = documentId === '' && !isFetching ? first : undefined;

  /** Opens the decision after it, or the one before it if it was the last. */
  function showNext(resolvedId: string) {
    const index = decisions.findIndex((decision) => decision.documentId === resolvedId);
    const next = decisions[index + 1] ?? decisions[index - 1];
    show({ documentId: next?.documentId ?? '' });
  }

  return (
    <Panes>
      {opened && <Navigate replace to={addressOf({ documentId: opened.documentId })} />}
      <ListPane>
        {decisions.length === 0 && (
          <Box padding={4}>
            <Typography textColor="neutral600">{empty}</Typography>
          </Box>
        )}
        <DecisionLines aria-label={text(LABELS[status], { count, shown: countText(count) })}>
          {decisions.map((decision) => (
            <DecisionLine
              key={decision.documentId}
              decision={decision}
              to={addressOf({ documentId: decision.documentId })}
              isCurrent={decision.documentId === documentId}
            />
          ))}
        </DecisionLines>
        {decisions.length < count && (
          <Flex justifyContent="center" padding={3}>
            {onMore ? (
              <Button variant="tertiary" onClick={onMore} loading={isFetching}>
                {text('inbox.more', { shown: decisions.length, count: countText(count) })}
              </Button>
            ) : (
              text('inbox.tooMany', { shown: decisions.length, count: countText(count) })
            )}
          </Flex>
        )}
      </ListPane>
      <Box minWidth={0}>
        {documentId !== '' && (
          <Decision
            key={documentId}
            documentId={documentId}
            marker={marker}
            onResolved={() => showNext(documentId)}
          />
        )}
      </Box>
    </Panes>
  );
}

const Panes = styled.div`
  display: grid;
  grid-template-columns: minmax(28rem, 2fr) minmax(0, 5fr);
  align-items: start;
  gap: ${({ theme }) => theme.spaces[4]};
  padding-top: ${({ theme }) => theme.spaces[4]};

  @media (max-width: 64em) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const ListPane = styled.div`
  min-width: 0;
  /* On a narrow screen the decision is below the list. */
  max-height: 32rem;
  overflow-x: hidden;
  overflow-y: auto;
  background: ${({ theme }) => theme.colors.neutral0};
  border-radius: ${({ theme }) => theme.borderRadius};
  box-shadow: ${({ theme }) => theme.shadows.tableShadow};

  @media (min-width: 64em) {
    position: sticky;
    top: ${({ theme }) => theme.spaces[4]};
    max-height: calc(100dvh - 20rem);
  }
`;
