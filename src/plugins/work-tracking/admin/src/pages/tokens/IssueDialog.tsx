import { Field, SingleSelect, SingleSelectOption, TextInput } from '@strapi/design-system';
import { useState } from 'react';
import {
  useIssueTokenMutation,
  type IssuedToken,
  type ListedProject,
  type NewToken,
} from '../../api/projects';
import { FormDialog } from '../../components/FormDialog';
import { useReturnedFocus } from '../../hooks/focus';
import { useRefusedFields } from '../../hooks/refused-fields';
import { useText } from '../../translations/messages';
import { IssuedDialog } from './IssuedDialog';
import { ProjectSelect } from './ProjectSelect';
import { ActionsOfAccess } from './TokenActions';
import { ACCESS_NAMES } from './TokenTable';

interface IssueDialogProps {
  projects: readonly ListedProject[];
  /** The public id of the project that is chosen at first. */
  project: string | undefined;
  onClose: () => void;
}

const FIELDS = { name: 'name' } as const;

/** The lifetimes to choose from, in days. */
const LIFETIMES = [7, 30, 90, 365];
const UNLIMITED = 'unlimited';

const ACCESSES: readonly NewToken['access'][] = ['full', 'read-only'];

/** The form for a new token, and afterwards the token, which is shown this once. */
export function IssueDialog({ projects, project: given, onClose }: IssueDialogProps) {
  const text = useText();
  const { refused, refusal, refuse, forget } = useRefusedFields(FIELDS);
  const returnedFocus = useReturnedFocus();
  const { onCloseAutoFocus } = returnedFocus;
  const [issue, { isLoading }] = useIssueTokenMutation();
  const [issued, setIssued] = useState<IssuedToken | null>(null);
  const [project, setProject] = useState(
    given ?? (projects.length === 1 ? projects[0]?.documentId : '') ?? '',
  );
  const [name, setName] = useState('');
  const [access, setAccess] = useState<NewToken['access']>('full');
  const [lifetime, setLifetime] = useState('90');

  async function submit() {
    const result = await issue({
      project,
      access,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(lifetime === UNLIMITED ? {} : { days: Number(lifetime) }),
    });
    if (!refuse(result)) setIssued(result.data);
  }

  if (issued) return <IssuedDialog {...{ issued, access, onClose, onCloseAutoFocus }} />;
  return (
    <FormDialog
      title={text('tokens.issue')}
      submit={text('tokens.issue')}
      isLoading={isLoading}
      isReady={project !== ''}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
      returnedFocus={returnedFocus}
    >
      <ProjectSelect projects={projects} value={project} onChange={setProject} />
      <Field.Root hint={text('tokens.name.hint')} error={refused.name}>
        <Field.Label>{text('tokens.name')}</Field.Label>
        <TextInput
          value={name}
          maxLength={255}
          onChange={({ target }) => {
            setName(target.value);
            forget('name');
          }}
        />
        {refused.name ? <Field.Error /> : <Field.Hint />}
      </Field.Root>
      <Field.Root required>
        <Field.Label>{text('tokens.access')}</Field.Label>
        <SingleSelect value={access} onChange={(value) => setAccess(value as NewToken['access'])}>
          {ACCESSES.map((value) => (
            <SingleSelectOption key={value} value={value}>
              {text(ACCESS_NAMES[value])}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Field.Root>
      <ActionsOfAccess access={access} />
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
