import { Badge, Box, Flex, Tabs } from '@strapi/design-system';
import { lazy, useEffect, useRef, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { DECISION_STATUSES, type DecisionStatus } from '../../../../domain/decision';
import {
  useGetInboxChangesQuery,
  useGetInboxCountsQuery,
  useGetInboxProjectsQuery,
  useGetInboxQuery,
  type InboxFilters,
} from '../../api/decisions';
import { useCountText } from '../../components/Count';
import { PageFrame, UnknownPage } from '../../components/PageFrame';
import { ProjectCombobox } from '../../components/ProjectCombobox';
import { QueryStates, type Query } from '../../components/QueryStates';
import { SearchField } from '../../components/SearchField';
import { ShortcutHelp } from '../../components/ShortcutHelp';
import { useOnlyKnown } from '../../hooks/address-filters';
import { forgetOldDrafts } from '../../hooks/drafts';
import { usePolling } from '../../hooks/polling';
import { useText, type MessageId } from '../../translations/messages';
import { useInboxAddress } from './address';
import { Inbox } from './Inbox';

const InboxShortcuts = lazy(() => import('./InboxShortcuts'));

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
      <Route path="*" element={<UnknownPage />} />
    </Routes>
  );
}

function Decisions() {
  const text = useText();
  const { status, project, text: searched, documentId, show } = useInboxAddress();
  const panel = useRef<HTMLDivElement>(null);
  const changes = useGetInboxChangesQuery(undefined, {
    ...usePolling(REFRESH_MS),
    refetchOnMountOrArgChange: true,
  });
  useEffect(forgetOldDrafts, []);
  const filters = {
    ...(project === '' ? {} : { project }),
    ...(searched === '' ? {} : { text: searched }),
  };
  return (
    <PageFrame
      title="inbox.title"
      actions={
        <Flex gap={2} wrap="wrap">
          <ShortcutHelp>{(onClose) => <InboxShortcuts onClose={onClose} />}</ShortcutHelp>
          <Flex gap={2} wrap="wrap" role="search" aria-label={text('inbox.search')}>
            <Box width="24rem">
              <SearchField
                label={text('inbox.search')}
                clearLabel={text('inbox.search.clear')}
                value={searched}
                onChange={(typed) => show({ text: typed }, { replace: true })}
              />
            </Box>
            <ProjectFilter
              project={project}
              onChange={(chosen) => show({ project: chosen })}
              onUnknown={() => show({ project: '', documentId }, { replace: true })}
            />
          </Flex>
        </Flex>
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
              <TabCount status={tab} filters={filters} marker={changes.data} />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={status} ref={panel}>
          {/* The key resets the limit when the list is another one. */}
          <DecisionList
            key={JSON.stringify([status, filters])}
            status={status}
            filters={filters}
            changes={changes}
            onAllResolved={() => panel.current?.focus({ preventScroll: true })}
          />
        </Tabs.Content>
      </Tabs.Root>
    </PageFrame>
  );
}

interface DecisionListProps {
  status: DecisionStatus;
  filters: InboxFilters;
  changes: Query<string>;
  onAllResolved: () => void;
}

function DecisionList({ status, filters, changes, onAllResolved }: DecisionListProps) {
  const text = useText();
  const { documentId } = useInboxAddress();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const list = useGetInboxQuery(
    { ...filters, status, limit, marker: changes.data },
    { skip: changes.data === undefined, refetchOnMountOrArgChange: true },
  );
  const query = changes.data === undefined ? { ...changes, data: undefined } : list;
  const empty = text(filters.text === undefined ? EMPTY[status] : 'inbox.noMatch');
  return (
    <QueryStates
      query={query}
      isEmpty={({ decisions }) => decisions.length === 0 && documentId === ''}
      empty={empty}
    >
      {({ decisions, count }) => (
        <Inbox
          status={status}
          decisions={decisions}
          empty={empty}
          count={count}
          marker={changes.data}
          isFetching={list.isFetching}
          onMore={limit < MAX_SIZE ? () => setLimit(limit + PAGE_SIZE) : undefined}
          onAllResolved={onAllResolved}
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

interface TabCountProps {
  status: DecisionStatus;
  filters: InboxFilters;
  marker: string | undefined;
}

/** How many decisions a tab has; nothing until they are counted. */
function TabCount({ status, filters, marker }: TabCountProps) {
  const countText = useCountText();
  const { data } = useGetInboxCountsQuery(
    { ...filters, marker },
    { skip: marker === undefined, refetchOnMountOrArgChange: true },
  );
  return data && <Badge marginLeft={2}>{countText(data[status])}</Badge>;
}
