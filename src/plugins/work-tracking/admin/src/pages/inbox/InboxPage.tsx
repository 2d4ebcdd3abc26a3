import { Box, Tabs } from '@strapi/design-system';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { DECISION_STATUSES, type DecisionStatus } from '../../../../domain/decision';
import { useGetInboxChangesQuery, useGetInboxProjectsQuery, useGetInboxQuery } from '../../api/decisions';
import { PageFrame } from '../../components/PageFrame';
import { ProjectCombobox } from '../../components/ProjectCombobox';
import { QueryStates } from '../../components/QueryStates';
import { useOnlyKnown } from '../../hooks/address-filters';
import { usePolling } from '../../hooks/polling';
import { useText, type MessageId } from '../../translations/messages';
import { useInboxAddress } from './address';
import { Inbox } from './Inbox';

/** How many decisions are read at first, and how many more by the button. */
const PAGE_SIZE = 50;
/** The server's limit. */
const MAX_SIZE = 1000;
/** Other people's resolutions are shown after this time at most. */
const REFRESH_MS = 3000;

const TABS: Record<DecisionStatus, MessageId> = { open: 'inbox.open', resolved: 'inbox.resolved' };
const EMPTY: Record<DecisionStatus, MessageId> = {
  open: 'inbox.open.empty',
  resolved: 'inbox.resolved.empty',
};

/** The decisions of all projects: open ones, oldest first, and resolved ones, latest first. */
export default function InboxPage() {
  return (
    <Routes>
      <Route path=":documentId?" element={<Decisions />} />
    </Routes>
  );
}

function Decisions() {
  const text = useText();
  const { status, project, documentId, show } = useInboxAddress();
  return (
    <PageFrame
      title="inbox.title"
      actions={
        <ProjectFilter
          project={project}
          onChange={(chosen) => show({ project: chosen })}
          onUnknown={() => show({ project: '', documentId }, { replace: true })}
        />
      }
    >
      <Tabs.Root
        variant="simple"
        value={status}
        onValueChange={(value) => show({ status: value as DecisionStatus })}
      >
        <Tabs.List aria-label={text('inbox.title')}>
          {DECISION_STATUSES.map((tab) => (
            <Tabs.Trigger key={tab} value={tab}>
              {text(TABS[tab])}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={status}>
          {/* The key resets the limit when the status or the project changes. */}
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
  const changes = useGetInboxChangesQuery(undefined, {
    ...usePolling(REFRESH_MS),
    refetchOnMountOrArgChange: true,
  });
  const list = useGetInboxQuery(
    { status, limit, marker: changes.data, ...(project === '' ? {} : { project }) },
    { skip: changes.data === undefined, refetchOnMountOrArgChange: true },
  );
  const query = changes.data === undefined ? { ...changes, data: undefined } : list;
  return (
    <QueryStates
      query={query}
      isEmpty={({ decisions }) => decisions.length === 0 && documentId === ''}
      empty={text(EMPTY[status])}
    >
      {({ decisions, count }) => (
        <Inbox
          status={status}
          decisions={decisions}
          empty={text(EMPTY[status])}
          count={count}
          marker={changes.data}
          isFetching={list.isFetching}
          onMore={limit < MAX_SIZE ? () => setLimit(limit + PAGE_SIZE) : undefined}
        />
      )}
    </QueryStates>
  );
}

interface ProjectFilterProps {
  /** A project's public id; empty for all. */
  project: string;
  onChange: (project: string) => void;
  /** The project of the address is none that the user may read. */
  onUnknown: () => void;
}

/** Hidden from users who may not read projects. */
function ProjectFilter({ project, onChange, onUnknown }: ProjectFilterProps) {
  const text = useText();
  const { data: projects = [], isSuccess } = useGetInboxProjectsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const known = isSuccess ? projects.map(({ documentId }) => documentId) : undefined;
  useOnlyKnown(project, known, onUnknown);
  if (projects.length === 0) return null;
  return (
    <Box width="24rem">
      <ProjectCombobox
        projects={projects}
        label={text('inbox.project')}
        placeholder={text('inbox.project.all')}
        value={project}
        onChange={onChange}
        clearLabel={text('inbox.project.clear')}
      />
    </Box>
  );
}
