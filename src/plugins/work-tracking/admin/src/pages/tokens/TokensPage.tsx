import { Button, Flex, Typography } from '@strapi/design-system';
import { Key, Link as LinkIcon, Plus } from '@strapi/icons';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useGetProjectListQuery, useGetTokensQuery, type ProjectList } from '../../api/projects';
import { CountedAt } from '../../components/Count';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { useMay } from '../../hooks/permissions';
import { useText, type MessageId } from '../../translations/messages';
import { BindDialog } from './BindDialog';
import { IssueDialog } from './IssueDialog';
import { ProjectDialog } from './ProjectDialog';
import { ProjectTable } from './ProjectTable';
import { TokenTable } from './TokenTable';

/** A dialog of the page, with what it is opened for. */
type OpenDialog =
  { dialog: 'project'; documentId?: string } | { dialog: 'issue'; project?: string } | { dialog: 'bind' };

/** The dialog that is open: at first the one for a new token, where a link asks for it. */
function useDialog(canManage: boolean): [OpenDialog | null, (opened: OpenDialog | null) => void] {
  const [params, setParams] = useSearchParams();
  const project = params.get('issue');
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const asked: OpenDialog | null =
    project === null || !canManage ? null : { dialog: 'issue', ...(project === '' ? {} : { project }) };
  const open = (next: OpenDialog | null) => {
    if (project !== null) setParams({}, { replace: true });
    setOpened(next);
  };
  return [opened ?? asked, open];
}

/** The projects, with how much each has, and their tokens. */
export default function TokensPage() {
  const text = useText();
  const may = useMay();
  const list = useGetProjectListQuery(undefined, { refetchOnMountOrArgChange: true });
  const [opened, setOpened] = useDialog(may('token.manage'));
  const canCreate = may('token.manage') && list.data?.canCreate === true;
  const createButton = canCreate && (
    <Button startIcon={<Plus />} variant="secondary" onClick={() => setOpened({ dialog: 'project' })}>
      {text('projects.create')}
    </Button>
  );
  return (
    <PageFrame title="tokens.title" actions={createButton}>
      <QueryStates
        query={list}
        isEmpty={({ projects }) => projects.length === 0}
        empty={text('projects.empty')}
        emptyAction={createButton}
      >
        {({ projects, canUpdate, countedAt }) => (
          <Flex direction="column" alignItems="stretch" gap={6}>
            <Section title="projects.title" actions={<CountedAt at={countedAt} />}>
              <ProjectTable
                projects={projects}
                onEdit={
                  canUpdate && may('token.manage')
                    ? (documentId) => setOpened({ dialog: 'project', documentId })
                    : undefined
                }
                onIssue={
                  may('token.manage') ? (project) => setOpened({ dialog: 'issue', project }) : undefined
                }
              />
            </Section>
            <Tokens onOpen={setOpened} />
          </Flex>
        )}
      </QueryStates>
      {opened && list.data && <Dialogs list={list.data} opened={opened} onClose={() => setOpened(null)} />}
    </PageFrame>
  );
}

function Tokens({ onOpen }: { onOpen: (opened: OpenDialog) => void }) {
  const text = useText();
  const canManage = useMay()('token.manage');
  const tokens = useGetTokensQuery(undefined, { refetchOnMountOrArgChange: true });
  const actions = canManage && (
    <Flex gap={2}>
      <Button variant="tertiary" startIcon={<LinkIcon />} onClick={() => onOpen({ dialog: 'bind' })}>
        {text('tokens.bind')}
      </Button>
      <Button startIcon={<Key />} onClick={() => onOpen({ dialog: 'issue' })}>
        {text('tokens.issue')}
      </Button>
    </Flex>
  );
  return (
    <Section title="tokens.heading" actions={actions}>
      <QueryStates query={tokens} isEmpty={(all) => all.length === 0} empty={text('tokens.empty')}>
        {(all) => <TokenTable tokens={all} canManage={canManage} />}
      </QueryStates>
    </Section>
  );
}

interface DialogsProps {
  list: ProjectList;
  opened: OpenDialog;
  onClose: () => void;
}

function Dialogs({ list, opened, onClose }: DialogsProps) {
  const { projects } = list;
  switch (opened.dialog) {
    case 'project':
      return (
        <ProjectDialog
          project={projects.find(({ documentId }) => documentId === opened.documentId)}
          onClose={onClose}
        />
      );
    case 'issue':
      return <IssueDialog projects={projects} project={opened.project} onClose={onClose} />;
    case 'bind':
      return <BindDialog projects={projects} onClose={onClose} />;
  }
}

interface SectionProps {
  title: MessageId;
  actions?: ReactNode;
  children: ReactNode;
}

function Section({ title, actions, children }: SectionProps) {
  const text = useText();
  return (
    <section aria-label={text(title)}>
      <Flex justifyContent="space-between" gap={4} wrap="wrap" paddingBottom={3} minHeight="4.4rem">
        <Typography tag="h2" variant="delta">
          {text(title)}
        </Typography>
        {actions}
      </Flex>
      {children}
    </section>
  );
}
