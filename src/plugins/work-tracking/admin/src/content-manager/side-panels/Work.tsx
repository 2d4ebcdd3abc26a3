import { Button, Flex, Link, TextButton, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useState, type ReactNode } from 'react';
import { NavLink, useNavigate } from 'react-router-dom';
import type { ContentFilter } from '../../../../domain/content';
import { useGetBoardProjectsQuery, type Ticket } from '../../api/board';
import type { ListedDecision } from '../../api/decisions';
import { useGetDecisionsAboutQuery, useGetTicketsAboutQuery, type Work as WorkOf } from '../../api/work';
import { useCountText } from '../../components/Count';
import { NewTicketDialog } from '../../components/NewTicketDialog';
import { Note } from '../../components/Note';
import { Age } from '../../components/Time';
import { usePolling } from '../../hooks/polling';
import { useStatusLabel } from '../../hooks/statuses';
import { pagePath } from '../../navigation';
import { useText } from '../../translations/messages';
import { SignOff } from './SignOff';

const REFRESH_MS = 5000;

interface WorkProps {
  entry: ContentFilter;
  /** When the draft that the form shows was saved; undefined where it shows what is published. */
  shownAt: string | undefined;
  /** Which of the lists the user may read, and whether the entry is under sign-off. */
  may: { tickets: boolean; decisions: boolean; signOff: boolean };
}

/** The tickets and decisions about an entry: those that are open, or those that have ended. */
export default function Work({ entry, shownAt, may }: WorkProps) {
  const text = useText();
  const [isEnded, setEnded] = useState(false);
  const request = { ...entry, isEnded };
  const polling = usePolling(REFRESH_MS);
  const { data: tickets } = useGetTicketsAboutQuery(request, { skip: !may.tickets, ...polling });
  const { data: decisions } = useGetDecisionsAboutQuery(request, { skip: !may.decisions, ...polling });
  const others = (work: WorkOf<unknown> | null | undefined) => (isEnded ? work?.open : work?.ended) ?? 0;
  const count = others(tickets) + others(decisions);
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      {may.signOff && <SignOff entry={entry} shownAt={shownAt} />}
      {tickets && (
        <Part name={text('work.tickets')} work={tickets} isEnded={isEnded}>
          {tickets.items.map((ticket) => (
            <TicketItem key={ticket.documentId} ticket={ticket} />
          ))}
        </Part>
      )}
      {tickets?.canFile && <NewTicket entry={entry} priorities={tickets.priorities} />}
      {decisions && (
        <Part name={text('work.decisions')} work={decisions} isEnded={isEnded}>
          {decisions.items.map((decision) => (
            <DecisionItem key={decision.documentId} decision={decision} />
          ))}
        </Part>
      )}
      {(isEnded || count > 0) && (
        <TextButton onClick={() => setEnded(!isEnded)}>
          {text(isEnded ? 'work.show_open' : 'work.show_ended', { count })}
        </TextButton>
      )}
    </Flex>
  );
}

interface PartProps {
  name: string;
  work: WorkOf<unknown>;
  isEnded: boolean;
  children: readonly ReactNode[];
}

function Part({ name, work, isEnded, children }: PartProps) {
  const text = useText();
  const countText = useCountText();
  return (
    <section aria-label={name}>
      <Flex gap={2} paddingBottom={2}>
        <Typography variant="omega" fontWeight="semiBold" tag="h3">
          {name}
        </Typography>
        <Note>{countText(isEnded ? work.ended : work.open)}</Note>
      </Flex>
      {children.length === 0 ? (
        <Typography textColor="neutral600">{text(isEnded ? 'work.none_ended' : 'work.none')}</Typography>
      ) : (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
          {children}
        </Flex>
      )}
    </section>
  );
}

function TicketItem({ ticket }: { ticket: Ticket }) {
  const statusLabel = useStatusLabel();
  const { ref, documentId, title, state, assignee } = ticket;
  return (
    <Item
      to={pagePath('board', `/${encodeURIComponent(ref ?? documentId)}`)}
      name={[ref, title].filter(Boolean).join(' ') || documentId}
      facts={[statusLabel(state), assignee?.name]}
      since={ticket.syncedAt}
    />
  );
}

function DecisionItem({ decision }: { decision: ListedDecision }) {
  const { documentId, title, slug, state, verdict, project, createdAt, resolvedAt } = decision;
  const status = state === 'resolved' ? '?status=resolved' : '';
  return (
    <Item
      to={pagePath('inbox', `/${documentId}${status}`)}
      name={title ?? slug ?? documentId}
      facts={[project?.key, verdict]}
      since={resolvedAt ?? createdAt}
    />
  );
}

interface ItemProps {
  to: string;
  name: string;
  facts: readonly (string | null | undefined)[];
  since: string | undefined;
}

function Item({ to, name, facts, since }: ItemProps) {
  return (
    <li>
      <Link tag={NavLink} to={to} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Link>
      <Flex justifyContent="space-between" gap={2}>
        <Note style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{facts.filter(Boolean).join(' · ')}</Note>
        {since && (
          <Note shrink={0}>
            <Age since={since} />
          </Note>
        )}
      </Flex>
    </li>
  );
}

/** Files a ticket about the entry without leaving it. */
function NewTicket({ entry, priorities }: { entry: ContentFilter; priorities: readonly string[] }) {
  const text = useText();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  // Read before the dialog is opened, so that it begins with its first field.
  useGetBoardProjectsQuery(undefined);
  const { type, id, locale = null } = entry;
  return (
    <>
      <Button variant="secondary" startIcon={<Plus />} onClick={() => setOpen(true)}>
        {text('board.new')}
      </Button>
      {isOpen && (
        <NewTicketDialog
          filters={{}}
          priorities={priorities}
          content={[{ type, id, locale }]}
          onOpen={(name) => navigate(pagePath('board', `/${encodeURIComponent(name)}`))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
