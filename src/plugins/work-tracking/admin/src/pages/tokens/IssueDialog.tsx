import { TextInput } from '@strapi/design-system';
import { useState } from 'react';
import {
  useIssueTokenMutation,
  type IssuedToken,
  type ListedProject,
  type NewToken,
} from '../../api/projects';
import { Choice, Labelled } from '../../components/fields';
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
      {...{ isLoading, refusal, onClose }}
      isReady={project !== ''}
      onSubmit={submit}
      returnedFocus={returnedFocus}
    >
      <ProjectSelect projects={projects} value={project} onChange={setProject} />
      <Labelled label={text('tokens.name')} hint={text('tokens.name.hint')} error={refused.name}>
        <TextInput
          value={name}
          maxLength={255}
          onChange={({ target }) => {
            setName(target.value);
            forget('name');
          }}
        />
      </Labelled>
      <Labelled label={text('tokens.access')} required>
        <Choice
          choices={ACCESSES.map((one) => [one, text(ACCESS_NAMES[one])])}
          value={access}
          onChange={(chosen) => setAccess(chosen as NewToken['access'])}
        />
      </Labelled>
      <ActionsOfAccess access={access} />
      <Labelled label={text('tokens.lifetime')} required>
        <Choice
          choices={[
            ...LIFETIMES.map((days) => [String(days), text('tokens.lifetime.days', { days })] as const),
            [UNLIMITED, text('tokens.lifetime.unlimited')],
          ]}
          value={lifetime}
          onChange={setLifetime}
        />
      </Labelled>
    </FormDialog>
  );
}
