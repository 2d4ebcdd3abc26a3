import { Typography } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useBindTokenMutation, useGetBindableTokensQuery, type ListedProject } from '../../api/projects';
import { Choice, Labelled } from '../../components/fields';
import { FormDialog } from '../../components/FormDialog';
import { QueryStates } from '../../components/QueryStates';
import { useRefusedFields } from '../../hooks/refused-fields';
import { useText } from '../../translations/messages';
import { ProjectSelect } from './ProjectSelect';
import { ACCESS_NAMES } from './TokenTable';

interface BindDialogProps {
  projects: readonly ListedProject[];
  onClose: () => void;
}

const FIELDS = { token: 'token' } as const;

/** Binds a token from Settings → API Tokens to a project. */
export function BindDialog({ projects, onClose }: BindDialogProps) {
  const text = useText();
  const { refused, refusal, refuse, forget } = useRefusedFields(FIELDS);
  const { toggleNotification } = useNotification();
  const tokens = useGetBindableTokensQuery(undefined, { refetchOnMountOrArgChange: true });
  const [bind, { isLoading }] = useBindTokenMutation();
  const [token, setToken] = useState('');
  const [project, setProject] = useState('');

  async function submit() {
    const result = await bind({ id: Number(token), project });
    if (refuse(result)) return;
    toggleNotification({ type: 'success', message: text('tokens.bind.done') });
    onClose();
  }

  return (
    <FormDialog
      title={text('tokens.bind')}
      submit={text('tokens.bind.submit')}
      {...{ isLoading, refusal, onClose }}
      isReady={token !== '' && project !== ''}
      onSubmit={submit}
    >
      <Typography textColor="neutral600">{text('tokens.bind.text')}</Typography>
      <QueryStates query={tokens} isEmpty={(all) => all.length === 0} empty={text('tokens.bind.none')}>
        {(all) => (
          <>
            <Labelled label={text('tokens.token')} required error={refused.token}>
              <Choice
                choices={all.map(({ id, name, access }) => [
                  String(id),
                  `${name} · ${text(ACCESS_NAMES[access])}`,
                ])}
                value={token}
                placeholder={text('tokens.token.choose')}
                onChange={(chosen) => {
                  setToken(chosen);
                  forget('token');
                }}
              />
            </Labelled>
            <ProjectSelect projects={projects} value={project} onChange={setProject} />
          </>
        )}
      </QueryStates>
    </FormDialog>
  );
}
