import {
  Button,
  Flex,
  IconButton,
  LinkButton,
  TextButton,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { CheckCircle, ChevronDown, ChevronUp, Cross } from '@strapi/icons';
import { useState, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { KEY_PATTERN, keysOf } from '../../../../domain/project';
import { slugOf } from '../../../../domain/slug';
import { useSaveProjectMutation, type ProjectData } from '../../api/projects';
import { Labelled } from '../../components/fields';
import { FormDialog } from '../../components/FormDialog';
import { RequiredFields, useRequiredFields } from '../../components/RequiredFields';
import { useRefusedFields } from '../../hooks/refused-fields';
import { pagePath } from '../../navigation';
import { useText, type MessageId } from '../../translations/messages';
import type { Guide } from './first-run';

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

interface FirstProjectDialogProps {
  /** Takes its public id. */
  onCreated: (documentId: string) => void;
  onClose: () => void;
}

const KEYS = [
  ['key', 'projects.key'],
  ['ventureKey', 'projects.venture'],
] as const satisfies readonly [keyof ProjectData, MessageId][];

const BY_NAME = { name: 'name', key: 'key', ventureKey: 'ventureKey' } as const;

/** A project by its name alone; the keys that follow from it can be changed. */
function FirstProjectDialog({ onCreated, onClose }: FirstProjectDialogProps) {
  const text = useText();
  const required = useRequiredFields('project');
  const { refused, refusal, refuse, forget } = useRefusedFields<string>({ ...required.byName, ...BY_NAME });
  const [save, { isLoading }] = useSaveProjectMutation();
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<Partial<Omit<ProjectData, 'name'>>>({});
  const [isOpen, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const keys = { ...keysOf(slugOf(name)), ...typed };
  const isRight = (field: keyof typeof keys) => KEY_PATTERN.test(keys[field]);

  async function submit() {
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    if (!KEYS.every(([field]) => isRight(field))) {
      setOpen(true);
      return;
    }
    const result = await save({ name: name.trim(), ...keys, ...required.given });
    if (refuse(result)) {
      // Most of what can be refused is in them.
      setOpen(true);
      return;
    }
    onClose();
    onCreated(result.data.documentId);
  }

  return (
    <FormDialog
      title={text('start.project')}
      submit={text('start.project.submit')}
      {...{ isLoading, refusal, onClose }}
      isReady={required.isAskable}
      onSubmit={submit}
    >
      <Labelled
        label={text('projects.name')}
        required
        error={isMissing && name.trim() === '' ? text('projects.name.missing') : refused.name}
      >
        <TextInput
          value={name}
          maxLength={255}
          onChange={({ target }) => {
            setName(target.value);
            // The keys that are not typed follow the name.
            forget('name');
            if (typed.key === undefined) forget('key');
          }}
        />
      </Labelled>
      <RequiredFields {...{ required, refused, forget }} />
      <Typography textColor="neutral600">
        {text('start.project.keys', { example: `${keys.key}-1`, venture: keys.ventureKey })}{' '}
        {text('start.venture')}
      </Typography>
      <TextButton
        type="button"
        aria-expanded={isOpen}
        endIcon={isOpen ? <ChevronUp /> : <ChevronDown />}
        onClick={() => setOpen(!isOpen)}
      >
        {text('start.more')}
      </TextButton>
      {isOpen &&
        KEYS.map(([field, label]) => {
          const error = isRight(field) ? refused[field] : text('projects.key.hint');
          return (
            <Labelled key={field} label={text(label)} required error={error} hint={text('projects.key.hint')}>
              <TextInput
                value={keys[field]}
                onChange={({ target }) => {
                  setTyped({ ...typed, [field]: target.value });
                  forget(field);
                }}
              />
            </Labelled>
          );
        })}
    </FormDialog>
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
