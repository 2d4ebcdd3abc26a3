import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Navigate } from 'react-router-dom';
import { styled } from 'styled-components';
import type { DecisionStatus } from '../../../../domain/decision';
import type { InboxLine } from '../../api/decisions';
import { useText, type MessageId } from '../../translations/messages';
import { useInboxAddress } from './address';
import { Decision } from './Decision';
import { Line } from './Line';

interface InboxProps {
  status: DecisionStatus;
  decisions: readonly InboxLine[];
  /** What to say of an empty list, beside a decision that has just left it. */
  empty: string;
  count: number;
  marker: string | undefined;
  isFetching: boolean;
  /** Reads more of them; not there when no more can be read. */
  onMore: (() => void) | undefined;
}

const LABELS: Record<DecisionStatus, MessageId> = {
  open: 'inbox.open.list',
  resolved: 'inbox.resolved.list',
};

/** The list, and beside it the decision that is chosen: the first one, as long as nobody has chosen. */
export function Inbox(props: InboxProps) {
  const { status, decisions, empty, count, marker, isFetching, onMore } = props;
  const text = useText();
  const { documentId, addressOf, show } = useInboxAddress();
  const [first] = decisions;
  // It stays with the one it has shown when others come before it or it leaves the list: somebody may be at it.
  if (documentId === '' && first && !isFetching) {
    return <Navigate replace to={addressOf({ documentId: first.documentId })} />;
  }

  /** The one after it, or the one before it where it was the last. */
  function showNext(resolvedId: string) {
    const index = decisions.findIndex((decision) => decision.documentId === resolvedId);
    const next = decisions[index + 1] ?? decisions[index - 1];
    show({ documentId: next?.documentId ?? '' });
  }

  return (
    <Panes>
      <ListPane>
        {decisions.length === 0 && (
          <Box padding={4}>
            <Typography textColor="neutral600">{empty}</Typography>
          </Box>
        )}
        <Lines aria-label={text(LABELS[status], { count })}>
          {decisions.map((decision) => (
            <Line
              key={decision.documentId}
              decision={decision}
              to={addressOf({ documentId: decision.documentId })}
              isCurrent={decision.documentId === documentId}
            />
          ))}
        </Lines>
        {decisions.length < count && (
          <Flex justifyContent="center" padding={3}>
            {onMore ? (
              <Button variant="tertiary" onClick={onMore} loading={isFetching}>
                {text('inbox.more', { shown: decisions.length, count })}
              </Button>
            ) : (
              text('inbox.tooMany', { shown: decisions.length, count })
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
  overflow: hidden;
  background: ${({ theme }) => theme.colors.neutral0};
  border-radius: ${({ theme }) => theme.borderRadius};
  box-shadow: ${({ theme }) => theme.shadows.tableShadow};

  @media (min-width: 64em) {
    position: sticky;
    top: ${({ theme }) => theme.spaces[4]};
    max-height: calc(100dvh - 20rem);
    overflow-y: auto;
  }
`;

const Lines = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;
