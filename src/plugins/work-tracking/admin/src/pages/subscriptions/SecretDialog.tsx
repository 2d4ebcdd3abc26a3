import { Checkbox, Typography } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useReplaceSecretMutation, type Subscription } from '../../api/subscriptions';
import { Labelled } from '../../components/fields';
import { FormDialog } from '../../components/FormDialog';
import { SecretField } from '../../components/SecretField';
import { useErrorText } from '../../hooks/errors';
import { useText } from '../../translations/messages';

/**
 * Takes or generates another secret. Nothing gives a secret back later, so one that was generated can be stored only once
 * it was copied or the user says that it is kept.
 */
export function SecretDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const text = useText();
  const errorText = useErrorText();
  const { toggleNotification } = useNotification();
  const [secret, setSecret] = useState('');
  const [generated, setGenerated] = useState('');
  const [isKept, setIsKept] = useState(false);
  const [endsPrevious, setEndsPrevious] = useState(false);
  const [replace, { isLoading, error, reset }] = useReplaceSecretMutation();
  const { documentId, url } = subscription;
  const mustBeKept = secret !== '' && secret === generated;

  function change(typed: string) {
    setSecret(typed);
    // The error was about another one.
    if (error) reset();
  }

  function keepGenerated(made: string) {
    change(made);
    setGenerated(made);
    setIsKept(false);
  }

  async function submit() {
    const result = await replace({ documentId, secret, endsPrevious });
    if ('error' in result) return;
    toggleNotification({
      type: 'success',
      message: text(endsPrevious ? 'subscriptions.secret.done.alone' : 'subscriptions.secret.done'),
    });
    onClose();
  }

  return (
    <FormDialog
      title={text('subscriptions.secret')}
      submit={text('subscriptions.secret.submit')}
      isLoading={isLoading}
      isReady={secret !== '' && (!mustBeKept || isKept)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography style={{ overflowWrap: 'anywhere' }}>
        {text('subscriptions.secret.text', { url })}
      </Typography>
      <Labelled
        label={text('subscriptions.secret.new')}
        name="secret"
        required
        error={error ? errorText(error) : false}
      >
        <SecretField
          isWrapped
          value={secret}
          maxLength={256}
          placeholder={text('field.secret.type')}
          onChange={change}
          onGenerate={keepGenerated}
          onCopy={() => setIsKept(true)}
        />
      </Labelled>
      {mustBeKept && (
        <>
          <Typography fontWeight="bold" role="status">
            {text('field.secret.once')}
          </Typography>
          <Checkbox checked={isKept} onCheckedChange={(checked) => setIsKept(checked === true)}>
            {text('subscriptions.secret.kept')}
          </Checkbox>
        </>
      )}
      <Checkbox checked={endsPrevious} onCheckedChange={(checked) => setEndsPrevious(checked === true)}>
        {text('subscriptions.secret.leaked')}
      </Checkbox>
      <Typography role="status">
        {text(endsPrevious ? 'subscriptions.secret.alone' : 'subscriptions.secret.both')}
      </Typography>
    </FormDialog>
  );
}
