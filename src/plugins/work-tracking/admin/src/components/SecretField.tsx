import { Button, Flex, IconButton, TextInput } from '@strapi/design-system';
import { Duplicate, Eye, EyeStriked, Key } from '@strapi/icons';
import { useState, type ComponentProps } from 'react';
import { useCopy } from '../hooks/clipboard';
import { useText } from '../translations/messages';

interface SecretFieldProps extends Pick<
  ComponentProps<typeof TextInput>,
  'disabled' | 'maxLength' | 'placeholder'
> {
  value: string;
  onChange: (secret: string) => void;
  /** Takes a new one that was made here, which is shown. */
  onGenerate: (secret: string) => void;
  onCopy?: () => void;
  /** Do the buttons go below the input where there is no room beside it? */
  isWrapped?: boolean;
}

/** The input of a signing secret, with buttons that show it, copy it and generate another. */
export function SecretField(props: SecretFieldProps) {
  const { value, onChange, onGenerate, onCopy, isWrapped = false, disabled = false, ...input } = props;
  const text = useText();
  const copy = useCopy({ copied: 'field.secret.copied', notCopied: 'field.secret.not_copied' });
  const [isShown, setShown] = useState(false);
  async function copySecret() {
    if (await copy(value)) onCopy?.();
  }
  function generate() {
    onGenerate(generateSecret());
    setShown(true);
  }
  return (
    <Flex gap={2} alignItems="stretch" {...(isWrapped && { wrap: 'wrap' })}>
      <Flex flex={isWrapped ? '1 1 20rem' : '1'} direction="column" alignItems="stretch">
        <TextInput
          {...input}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          value={value}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
        />
      </Flex>
      {value !== '' && (
        <>
          <IconButton
            label={text(isShown ? 'field.secret.hide' : 'field.secret.show')}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeStriked /> : <Eye />}
          </IconButton>
          <IconButton label={text('field.secret.copy')} onClick={() => void copySecret()}>
            <Duplicate />
          </IconButton>
        </>
      )}
      <Button size="L" variant="secondary" startIcon={<Key />} disabled={disabled} onClick={generate}>
        {text('field.secret.generate')}
      </Button>
    </Flex>
  );
}

const SECRET_BYTES = 32;

/** A new secret in the format of Standard Webhooks: `whsec_` and random bytes in Base64. */
function generateSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
