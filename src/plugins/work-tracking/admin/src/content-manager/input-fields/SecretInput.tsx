import { Button, Field, Flex, IconButton, TextInput, Typography } from '@strapi/design-system';
import { Duplicate, Eye, EyeStriked, Key } from '@strapi/icons';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useCopy } from '../../hooks/clipboard';
import { generateSecret } from '../../hooks/secrets';
import { useText } from '../../translations/messages';
import type { InputProps } from './input-props';

/**
 * The server never sends a secret back, so the field is empty even when one is stored, and saving it empty keeps the
 * stored one. A generated secret is shown until it is saved.
 */
export default function SecretInput({
  name,
  label,
  hint,
  disabled = false,
  value,
  error,
  onChange,
}: InputProps<string>) {
  const text = useText();
  const { isCreatingEntry, id } = useContentManagerContext();
  const [isShown, setIsShown] = useState(false);
  const secret = value ?? '';
  const isNew = isCreatingEntry || id === undefined;

  function generate() {
    onChange(name, generateSecret());
    setIsShown(true);
  }

  return (
    <Field.Root name={name} hint={hint} required={isNew} error={error ?? false}>
      <Field.Label>{label}</Field.Label>
      <Flex gap={2} alignItems="stretch">
        <Flex flex="1" direction="column" alignItems="stretch">
          <TextInput
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            value={secret}
            disabled={disabled}
            placeholder={text(isNew ? 'field.secret.type' : 'field.secret.keep')}
            onChange={({ target }) => onChange(name, target.value)}
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
            <CopyButton secret={secret} />
          </>
        )}
        <Button size="L" variant="secondary" startIcon={<Key />} disabled={disabled} onClick={generate}>
          {text('field.secret.generate')}
        </Button>
      </Flex>
      {secret !== '' && (
        <Typography variant="pi" textColor="warning700" role="status">
          {text('field.secret.once')}
        </Typography>
      )}
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}

function CopyButton({ secret }: { secret: string }) {
  const text = useText();
  const copy = useCopy({ copied: 'field.secret.copied', notCopied: 'field.secret.not_copied' });
  return (
    <IconButton label={text('field.secret.copy')} onClick={() => void copy(secret)}>
      <Duplicate />
    </IconButton>
  );
}
