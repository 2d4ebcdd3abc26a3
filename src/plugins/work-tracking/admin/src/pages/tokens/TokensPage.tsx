import { Button, Flex } from '@strapi/design-system';
import { Key, Link as LinkIcon, Plus } from '@strapi/icons';
import { useState } from 'react';
import { useGetProjectListQuery, useGetTokensQuery, type ProjectList } from '../../api/projects';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { useMay } from '../../permissions';
import { useText } from '../../translations/messages';
import { BindDialog } from './BindDialog';
import { IssueDialog } from './IssueDialog';
import { ProjectDialog } from './ProjectDialog';
import { ProjectTable } from './ProjectTable';
import { Section } from './Section';
import { TokenTable } from './TokenTable';

/** What the page has open over it. */
type Opened =
  { dialog: 'project'; documentId?: string } | { dialog: 'issue'; project?: string } | { dialog: 'bind' };

/** The projects with how much each has, and the tokens that open them. */
export default function TokensPage() {
  const text = useText();
  const may = useMay();
  const list = useGetProjectListQuery(undefined, { refetchOnMountOrArgChange: true });
  const [opened, setOpened] = useState<Opened | null>(null);
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
        {({ projects, canUpdate }) => (
          <Flex direction="column" alignItems="stretch" gap={6}>
            <Section title="projects.title">
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
      {opened && <Dialogs list={list.data} opened={opened} onClose={() => setOpened(null)} />}
    </PageFrame>
  );
}

function Tokens({ onOpen }: { onOpen: (opened: Opened) => void }) {
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
  list: ProjectList | undefined;
  opened: Opened;
  onClose: () => void;
}

function Dialogs({ list, opened, onClose }: DialogsProps) {
  const projects = list?.projects ?? [];
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
