import { Tabs } from '@strapi/design-system';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { DECISION_STATUSES, type DecisionStatus } from '../../../../domain/decision';
import { useGetInboxQuery } from '../../api/decisions';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { useText, type MessageId } from '../../translations/messages';
import { Inbox } from './Inbox';
import { useInboxAddress } from './address';
import { useInboxMarker } from './marker';
import { ProjectFilter } from './ProjectFilter';

/** Read at first, and more each time that more is asked for. */
const PAGE_SIZE = 50;
/** The most that the server gives at once. */
const MAX_SIZE = 1000;

const TABS: Record<DecisionStatus, MessageId> = { open: 'inbox.open', resolved: 'inbox.resolved' };
const NOTHING: Record<DecisionStatus, MessageId> = {
  open: 'inbox.open.empty',
  resolved: 'inbox.resolved.empty',
};

/** The decisions of all projects: those that wait, oldest first, and those that are made. */
export default function InboxPage() {
  return (
    <Routes>
      <Route path=":documentId?" element={<Decisions />} />
    </Routes>
  );
}

function Decisions() {
  const text = useText();
  const { status, project, show } = useInboxAddress();
  return (
    <PageFrame
      title="inbox.title"
      actions={<ProjectFilter project={project} onChange={(chosen) => show({ project: chosen })} />}
    >
      <Tabs.Root
        variant="simple"
        value={status}
        onValueChange={(value) => show({ status: value as DecisionStatus })}
      >
        <Tabs.List aria-label={text('inbox.title')}>
          {DECISION_STATUSES.map((one) => (
            <Tabs.Trigger key={one} value={one}>
              {text(TABS[one])}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={status}>
          {/* Another project is another list, which starts with its first page. */}
          <DecisionList key={`${status} ${project}`} status={status} project={project} />
        </Tabs.Content>
      </Tabs.Root>
    </PageFrame>
  );
}

function DecisionList({ status, project }: { status: DecisionStatus; project: string }) {
  const text = useText();
  const { documentId } = useInboxAddress();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const changes = useInboxMarker();
  const list = useGetInboxQuery(
    { status, limit, marker: changes.data, ...(project === '' ? {} : { project }) },
    { skip: changes.data === undefined, refetchOnMountOrArgChange: true },
  );
  const query = changes.data === undefined ? { ...changes, data: undefined } : list;
  return (
    <QueryStates
      query={query}
      isEmpty={({ decisions }) => decisions.length === 0 && documentId === ''}
      empty={text(NOTHING[status])}
    >
      {({ decisions, count }) => (
        <Inbox
          status={status}
          decisions={decisions}
          empty={text(NOTHING[status])}
          count={count}
          marker={changes.data}
          isFetching={list.isFetching}
          onMore={limit < MAX_SIZE ? () => setLimit(limit + PAGE_SIZE) : undefined}
        />
      )}
    </QueryStates>
  );
}
