import { Button, Flex, IconButton, LinkButton, Typography } from '@strapi/design-system';
import { CheckCircle, Cross } from '@strapi/icons';
import { useState, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { pagePath } from '../../navigation';
import { useText } from '../../translations/messages';
import type { Guide } from './first-run';
import { FirstProjectDialog } from './FirstProjectDialog';

interface FirstRunProps {
  guide: Guide;
  canFile: boolean;
  /** Starts a ticket, in a project where its public id is given. */
  onFile: (project?: string) => void;
  onClose: () => void;
}

/** Leads from nothing to the first ticket and a token, as far as the user may do it. */
export default function FirstRun({ guide, canFile, onFile, onClose }: FirstRunProps) {
  const text = useText();
  const { hasProject, hasTicket, hasToken, canCreateProject, canIssueTokens } = guide;
  const [isCreating, setCreating] = useState(false);
  const [project, setProject] = useState<string>();
  if (!hasProject && !canCreateProject) return <WhoCan names={guide.projectMakers} />;
  return (
    <Frame aria-labelledby="first-run">
      <Flex justifyContent="space-between" gap={4}>
        <Typography id="first-run" tag="h2" variant="delta">
          {text('start.title')}
        </Typography>
        {hasTicket && (
          <IconButton size="S" variant="ghost" label={text('start.close')} onClick={onClose}>
            <Cross />
          </IconButton>
        )}
      </Flex>
      <Steps>
        {canCreateProject && (
          <Step title="start.project" isDone={hasProject} hint={text('start.project.hint')}>
            <Button onClick={() => setCreating(true)}>{text('start.project')}</Button>
          </Step>
        )}
        {canFile && (
          <Step title="start.ticket" isDone={hasTicket} hint={text('start.ticket.hint')}>
            {hasProject && <Button onClick={() => onFile(project)}>{text('start.ticket')}</Button>}
          </Step>
        )}
        {canIssueTokens && (
          <Step title="start.token" isDone={hasToken} hint={text('start.token.hint')}>
            {hasProject && (
              <LinkButton
                tag={NavLink}
                variant={hasTicket || !canFile ? 'default' : 'secondary'}
                to={pagePath('tokens', `?issue=${project ?? ''}`)}
              >
                {text('start.token')}
              </LinkButton>
            )}
          </Step>
        )}
      </Steps>
      {isCreating && (
        <FirstProjectDialog
          onCreated={(created) => {
            setProject(created);
            if (canFile) onFile(created);
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </Frame>
  );
}

interface StepProps {
  title: 'start.project' | 'start.ticket' | 'start.token';
  hint: string;
  isDone: boolean;
  /** The button of the step. */
  children: ReactNode;
}

function Step({ title, hint, isDone, children }: StepProps) {
  const text = useText();
  return (
    <li>
      <Flex gap={2}>
        {isDone && <CheckCircle fill="success600" aria-label={text('start.done')} role="img" />}
        <Typography tag="h3" fontWeight="bold">
          {text(title)}
        </Typography>
      </Flex>
      {!isDone && (
        <>
          <Typography tag="p" textColor="neutral600" paddingTop={1} paddingBottom={3}>
            {hint}
          </Typography>
          {children}
        </>
      )}
    </li>
  );
}

/** The text for somebody who can't make the first project. */
function WhoCan({ names }: { names: readonly string[] }) {
  const text = useText();
  return (
    <Frame>
      <Typography tag="p">
        {text('start.none')}{' '}
        {names.length > 0 ? text('start.who', { names: names.join(', ') }) : text('start.who.role')}
      </Typography>
    </Frame>
  );
}

const Frame = styled.section`
  flex: none;
  max-height: 100%;
  overflow-y: auto;
  padding: ${({ theme }) => theme.spaces[6]};
  background: ${({ theme }) => theme.colors.neutral0};
  border: 1px solid ${({ theme }) => theme.colors.neutral150};
  border-radius: 8px;
`;

const Steps = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr));
  gap: ${({ theme }) => theme.spaces[6]};
  margin-top: ${({ theme }) => theme.spaces[4]};
  list-style: none;
`;
