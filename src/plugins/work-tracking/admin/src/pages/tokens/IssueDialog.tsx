import { Field, SingleSelect, SingleSelectOption, TextInput } from '@strapi/design-system';
import { useState } from 'react';
import {
  useIssueTokenMutation,
  type IssuedToken,
  type ListedProject,
  type NewToken,
} from '../../api/projects';
import { useRefusalNotice } from '../../errors';
import { useText } from '../../translations/messages';
import { FormDialog } from './FormDialog';
import { IssuedDialog } from './IssuedDialog';
import { ProjectSelect } from './ProjectSelect';
import { ACCESS } from './TokenTable';

interface IssueDialogProps {
  projects: readonly ListedProject[];
  /** Chosen from the start. */
  project: string | undefined;
  onClose: () => void;
}

/** In days; unlimited is none. */
const LIFETIMES = [7, 30, 90, 365];
const UNLIMITED = 'unlimited';

const ACCESSES: readonly NewToken['access'][] = ['full', 'read-only'];

/** Asks what the token is for, and shows it, once. */
export function IssueDialog({ projects, project: given, onClose }: IssueDialogProps) {
  const text = useText();
  const noticeRefusal = useRefusalNotice();
  const [issue, { isLoading }] = useIssueTokenMutation();
  const [issued, setIssued] = useState<IssuedToken | null>(null);
  const [project, setProject] = useState(
    given ?? (projects.length === 1 ? projects[0]?.documentId : '') ?? '',
  );
  const [name, setName] = useState('');
  const [access, setAccess] = useState<NewToken['access']>('full');
  const [lifetime, setLifetime] = useState('90');

  async function submit() {
    const answer = await issue({
      project,
      access,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(lifetime === UNLIMITED ? {} : { days: Number(lifetime) }),
    });
    if (!noticeRefusal(answer)) setIssued(answer.data);
  }

  if (issued) return <IssuedDialog issued={issued} access={access} onClose={onClose} />;
  return (
    <FormDialog
      title={text('tokens.issue')}
      submit={text('tokens.issue')}
      isLoading={isLoading}
      isReady={project !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <ProjectSelect projects={projects} value={project} onChange={setProject} />
      <Field.Root hint={text('tokens.name.hint')}>
        <Field.Label>{text('tokens.name')}</Field.Label>
        <TextInput value={name} onChange={({ target }) => setName(target.value)} />
        <Field.Hint />
      </Field.Root>
      <Field.Root required>
        <Field.Label>{text('tokens.access')}</Field.Label>
        <SingleSelect value={access} onChange={(value) => setAccess(value as NewToken['access'])}>
          {ACCESSES.map((value) => (
            <SingleSelectOption key={value} value={value}>
              {text(ACCESS[value])}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Field.Root>
      <Field.Root required>
        <Field.Label>{text('tokens.lifetime')}</Field.Label>
        <SingleSelect value={lifetime} onChange={(value) => setLifetime(String(value))}>
          {LIFETIMES.map((days) => (
            <SingleSelectOption key={days} value={String(days)}>
              {text('tokens.lifetime.days', { days })}
            </SingleSelectOption>
          ))}
          <SingleSelectOption value={UNLIMITED}>{text('tokens.lifetime.unlimited')}</SingleSelectOption>
        </SingleSelect>
      </Field.Root>
    </FormDialog>
  );
}
