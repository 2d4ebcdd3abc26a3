import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { useEffect, useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { styled } from 'styled-components';
import type { DecisionStatus } from '../../../../domain/decision';
import type { ListedDecision } from '../../api/decisions';
import { useCountText } from '../../components/Count';
import { DecisionLine, DecisionLines } from '../../components/DecisionLine';
import { useLatest } from '../../hooks/latest';
import { useShortcuts } from '../../hooks/shortcut';
import { useText, type MessageId } from '../../translations/messages';
import { useInboxAddress } from './address';
import { Decision } from './Decision';
import { isNarrow, NARROW, type Asked } from './reveal';

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
  /** The last one was resolved. */
  onAllResolved: () => void;
}

const LABELS: Record<DecisionStatus, MessageId> = {
  open: 'inbox.open.list',
  resolved: 'inbox.resolved.list',
};

/** The list, and beside it the chosen decision: the first one until the user chooses. */
export function Inbox(props: InboxProps) {
  const { status, decisions, empty, count, marker, isFetching, onMore, onAllResolved } = props;
  const text = useText();
  const countText = useCountText();
  const { documentId, addressOf, show } = useInboxAddress();
  const [first] = decisions;
  // Only while none is open: an open one stays, even if it is no longer in the list, as the user may be typing.
  const opened = documentId === '' && !isFetching ? first : undefined;

  const [asked, setAsked] = useState<Asked>();
  const { previous, next } = useNeighbours(decisions, documentId);
  const list = useCurrentLineInSight(documentId);

  /** Opens a decision and takes the user there. */
  function goTo(decision: ListedDecision | undefined) {
    if (!decision) return;
    setAsked({ documentId: decision.documentId });
    if (decision.documentId !== documentId) show({ documentId: decision.documentId });
  }
  useShortcuts({ j: () => goTo(next), k: () => goTo(previous) });

  /** Opens the decision after it, or the one before it if it was the last; unless the user has gone elsewhere since. */
  function goOn(resolved: string) {
    if (resolved !== documentId) return;
    const then = next ?? previous;
    if (then) {
      goTo(then);
      return;
    }
    show({ documentId: '' });
    onAllResolved();
  }
  const latestGoOn = useLatest(goOn);

  return (
    <Panes>
      {opened && <Navigate replace to={addressOf({ documentId: opened.documentId })} />}
      <ListPane ref={list}>
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
              onClick={() => setAsked(isNarrow() ? { documentId: decision.documentId } : undefined)}
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
        {decisions.length > 0 && <Keys>{text('inbox.keys')}</Keys>}
      </ListPane>
      <Box minWidth={0}>
        {documentId !== '' && (
          <Decision
            key={documentId}
            documentId={documentId}
            marker={marker}
            asked={asked}
            onResolved={() => latestGoOn.current?.(documentId)}
          />
        )}
      </Box>
    </Panes>
  );
}

/** The decisions before and after the chosen one; where it has left the list, before and after its place. */
function useNeighbours(decisions: readonly ListedDecision[], documentId: string) {
  const index = decisions.findIndex((decision) => decision.documentId === documentId);
  const place = useRef(0);
  useEffect(() => {
    if (index >= 0) place.current = index;
  }, [index]);
  const isListed = index >= 0;
  const at = isListed ? index : place.current;
  return { previous: decisions[at - 1], next: decisions[isListed ? at + 1 : at] };
}

/** Beside the decision, the list scrolls to the chosen one. */
function useCurrentLineInSight(documentId: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNarrow()) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [documentId]);
  return list;
}

/** For those who have a keyboard. */
const Keys = styled.p`
  padding: ${({ theme }) => `${theme.spaces[3]} ${theme.spaces[4]}`};
  color: ${({ theme }) => theme.colors.neutral600};
  font-size: ${({ theme }) => theme.fontSizes[1]};
  line-height: ${({ theme }) => theme.lineHeights[3]};

  @media (hover: none) {
    display: none;
  }
`;

const Panes = styled.div`
  display: grid;
  grid-template-columns: minmax(28rem, 2fr) minmax(0, 5fr);
  align-items: start;
  gap: ${({ theme }) => theme.spaces[4]};
  padding-top: ${({ theme }) => theme.spaces[4]};

  @media ${NARROW} {
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
