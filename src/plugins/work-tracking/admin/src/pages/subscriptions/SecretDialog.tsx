import { Button, Checkbox, Field, Flex, IconButton, TextInput, Typography } from '@strapi/design-system';
import { Duplicate, Eye, EyeStriked, Key } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useReplaceSecretMutation, type Subscription } from '../../api/subscriptions';
import { FormDialog } from '../../components/FormDialog';
import { useCopy } from '../../hooks/clipboard';
import { useErrorText } from '../../hooks/errors';
import { generateSecret } from '../../hooks/secrets';
import { useText } from '../../translations/messages';

/**
 * Takes or generates another secret. Nothing gives a secret back later, so one that was generated can be stored only once
 * it was copied or the user says that it is kept.
 */
export function SecretDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const text = useText();
  const errorText = useErrorText();
  const { toggleNotification } = useNotification();
  const copy = useCopy({ copied: 'field.secret.copied', notCopied: 'field.secret.not_copied' });
  const [secret, setSecret] = useState('');
  const [generated, setGenerated] = useState('');
  const [isShown, setIsShown] = useState(false);
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

  function generate() {
    const made = generateSecret();
    change(made);
    setGenerated(made);
    setIsShown(true);
    setIsKept(false);
  }

  async function copySecret() {
    if (await copy(secret)) setIsKept(true);
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
      <Field.Root name="secret" required error={error ? errorText(error) : false}>
        <Field.Label>{text('subscriptions.secret.new')}</Field.Label>
        <Flex gap={2} alignItems="stretch" wrap="wrap">
          <Flex flex="1 1 20rem" direction="column" alignItems="stretch">
            <TextInput
              type={isShown ? 'text' : 'password'}
              autoComplete="new-password"
              value={secret}
              maxLength={256}
              placeholder={text('field.secret.type')}
              onChange={({ target }) => change(target.value)}
            />
          </Flex>
          {secret !== '' && (
            <>
              <IconButton
                label={text(isShown ? 'field.secret.hide' : 'field.secret.show')}
                onClick={() => setIsShown(!isShown)}
              >
                {isShown ? <EyeStriked /> : <Eye />}
              </IconButton>
              <IconButton label={text('field.secret.copy')} onClick={() => void copySecret()}>
                <Duplicate />
              </IconButton>
            </>
          )}
          <Button size="L" variant="secondary" startIcon={<Key />} onClick={generate}>
            {text('field.secret.generate')}
          </Button>
        </Flex>
        <Field.Error />
      </Field.Root>
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
