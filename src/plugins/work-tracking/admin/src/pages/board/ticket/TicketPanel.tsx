import { Box, Flex, IconButton, Link, Menu, Tabs, Typography } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useMediaQuery } from '@strapi/strapi/admin';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { titleOf, type Ticket } from '../../../api/board';
import { formPath, TICKET } from '../../../api/documents';
import { useGetOpenTicketQuery, type OpenTicket } from '../../../api/ticket';
import { Comments } from '../../../components/Comments';
import { History } from '../../../components/History';
import { Markdown } from '../../../components/Markdown';
import { QueryStates, RefreshError } from '../../../components/QueryStates';
import { RecordDeliveries } from '../../../components/RecordDeliveries';
import { isTyping } from '../../../hooks/focus';
import { useMay } from '../../../hooks/permissions';
import { useStatusLabel } from '../../../hooks/statuses';
import { useText } from '../../../translations/messages';
import { ConflictNotice } from './ConflictNotice';
import { useTicketSaving } from './saving';
import { TextInPlace } from './TextInPlace';
import { TicketFields } from './TicketFields';

/** On such screens the ticket covers the page instead of standing beside the board. */
const COVERING = '(max-width: 64em)';

interface TicketPanelProps {
  /** The ref or public id of the ticket. */
  name: string;
  priorities: readonly string[];
  /** Changes with every change of a ticket. */
  marker: string | undefined;
  onMove: (ticket: Ticket, to: string) => void;
  onSaved: () => void;
  onClose: () => void;
}

/** A ticket beside the board, where it is read, changed, moved and talked about. */
export default function TicketPanel({ name, marker, onClose, ...props }: TicketPanelProps) {
  const text = useText();
  const query = useGetOpenTicketQuery(name, { refetchOnMountOrArgChange: true });
  // While it is read again, `data` stands still; what a save has answered is in this one at once.
  const { currentData: data, error, isFetching, startedTimeStamp, refetch } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const frame = useRef<HTMLElement>(null);
  useAlone(frame, COVERING);
  const isLoaded = data !== undefined;
  useEffect(() => {
    // A user who has begun to type meanwhile goes on.
    if (!isTyping()) heading.current?.focus();
  }, [isLoaded]);

  // Asked for while another is pending, a read is dropped: what it shows may be older than the marker.
  const isPendingAlready = isFetching && startedTimeStamp !== undefined;
  const readAt = useRef(isPendingAlready ? undefined : marker);
  useEffect(() => {
    if (isFetching || marker === readAt.current) return;
    readAt.current = marker;
    void refetch();
  }, [marker, isFetching, refetch]);

  return (
    <Frame ref={frame} aria-label={text('ticket.open', { name: data?.ref ?? name })}>
      <Flex justifyContent="space-between" gap={2} paddingBottom={2}>
        <Typography variant="pi" textColor="neutral600" tag="h2" ref={heading} tabIndex={-1}>
          {data?.ref ?? name}
        </Typography>
        <Flex gap={3}>
          {data && (
            <Link tag={RouterLink} to={formPath(TICKET, data.documentId)}>
              {text('ticket.full_form')}
            </Link>
          )}
          <IconButton size="S" variant="ghost" label={text('ticket.close')} onClick={onClose}>
            <Cross />
          </IconButton>
        </Flex>
      </Flex>
      <RefreshError query={{ data, error, refetch }} />
      <QueryStates query={{ data, error, refetch }}>
        {(ticket) => <Opened ticket={ticket} name={name} {...props} />}
      </QueryStates>
    </Frame>
  );
}

type OpenedProps = Pick<TicketPanelProps, 'name' | 'priorities' | 'onMove' | 'onSaved'> & {
  ticket: OpenTicket;
};

function Opened({ ticket, name, priorities, onMove, onSaved }: OpenedProps) {
  const text = useText();
  const saving = useTicketSaving(name, ticket, onSaved);
  const { body } = ticket;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {saving.conflicts.map((conflict) => (
        <ConflictNotice key={conflict.field} ticket={ticket} conflict={conflict} />
      ))}
      <TextInPlace ticket={ticket} field="title" saving={saving}>
        <Typography tag="h3" variant="beta">
          {titleOf(ticket)}
        </Typography>
      </TextInPlace>
      <StatusMenu ticket={ticket} onMove={onMove} />
      <TicketFields ticket={ticket} saving={saving} priorities={priorities} />
      {body !== undefined && (
        <TextInPlace ticket={ticket} field="body" saving={saving}>
          {body ? (
            <Markdown>{body}</Markdown>
          ) : (
            <Typography textColor="neutral600">{text('ticket.no_body')}</Typography>
          )}
        </TextInPlace>
      )}
      <Talk ticket={ticket} />
    </Flex>
  );
}

/** The status, and where the ticket can be moved. */
function StatusMenu({ ticket, onMove }: Pick<OpenedProps, 'ticket' | 'onMove'>) {
  const text = useText();
  const may = useMay();
  const statusLabel = useStatusLabel();
  const { state, moves } = ticket;
  if (moves.length === 0 || !may('ticket.move')) return <Typography>{statusLabel(state)}</Typography>;
  return (
    <Menu.Root>
      <Menu.Trigger
        variant="secondary"
        aria-label={text('ticket.status.move', { status: statusLabel(state) })}
      >
        {statusLabel(state)}
      </Menu.Trigger>
      <Menu.Content popoverPlacement="bottom-start" maxHeight="none">
        <Menu.Label>{text('board.move_to')}</Menu.Label>
        {moves.map((status) => (
          <Menu.Item key={status} onSelect={() => onMove(ticket, status)}>
            {statusLabel(status)}
          </Menu.Item>
        ))}
      </Menu.Content>
    </Menu.Root>
  );
}

/** Comments, history and deliveries, as far as the user may see them. */
function Talk({ ticket: { documentId } }: { ticket: OpenTicket }) {
  const text = useText();
  const may = useMay();
  const record = { type: 'ticket' as const, model: TICKET, documentId };
  return (
    <Tabs.Root defaultValue="comments" variant="simple">
      <Tabs.List aria-label={text('ticket.talk')}>
        <Tabs.Trigger value="comments">{text('comments.title')}</Tabs.Trigger>
        {may('audit.read') && <Tabs.Trigger value="history">{text('history.title')}</Tabs.Trigger>}
        {may('delivery.read') && <Tabs.Trigger value="deliveries">{text('deliveries.title')}</Tabs.Trigger>}
      </Tabs.List>
      <Box paddingTop={4}>
        <Tabs.Content value="comments">
          <Comments target={{ type: 'ticket', id: documentId }} />
        </Tabs.Content>
        <Tabs.Content value="history">
          <History record={record} />
        </Tabs.Content>
        <Tabs.Content value="deliveries">
          <RecordDeliveries record={record} />
        </Tabs.Content>
      </Box>
    </Tabs.Root>
  );
}

/**
 * Makes everything behind an element inert while the element covers the page, as on a narrow screen: the keyboard does
 * not reach it, and it is not read out.
 * @param media the condition under which it covers the page
 */
function useAlone(cover: RefObject<HTMLElement>, media: string): void {
  const covers = useMediaQuery(media);
  useLayoutEffect(() => {
    const behind = covers ? besides(cover.current) : [];
    for (const element of behind) element.setAttribute('inert', '');
    return () => {
      for (const element of behind) element.removeAttribute('inert');
    };
  }, [cover, covers]);
}

/** All elements of the page outside of this one. */
function besides(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let inner = element; inner?.parentElement && inner.tagName !== 'MAIN'; inner = inner.parentElement) {
    const siblings = [...inner.parentElement.children];
    found.push(...siblings.filter((other) => other !== inner && !other.hasAttribute('inert')));
  }
  return found;
}

const Frame = styled.section`
  flex: 0 0 44rem;
  min-width: 0;
  padding: ${({ theme }) => theme.spaces[4]};
  background: ${({ theme }) => theme.colors.neutral0};
  border: 1px solid ${({ theme }) => theme.colors.neutral150};
  border-radius: 8px;
  overflow-y: auto;
  overscroll-behavior: contain;

  h2:focus {
    outline: none;
  }

  @media ${COVERING} {
    position: absolute;
    inset: 0;
    z-index: 2;
    border-radius: 0;
  }
`;
