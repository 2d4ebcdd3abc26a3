import { Typography } from '@strapi/design-system';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';
import { Labelled } from '../../components/fields';
import { SecretField } from '../../components/SecretField';
import { useText } from '../../translations/messages';
import type { InputProps } from './input-props';

/**
 * The server never sends a secret back, so the field is empty even when one is stored, and saving it empty keeps the
 * stored one. A generated secret is shown until it is saved.
 */
export default function SecretInput({ disabled = false, value, onChange, ...field }: InputProps<string>) {
  const text = useText();
  const { isCreatingEntry, id } = useContentManagerContext();
  const secret = value ?? '';
  const isNew = isCreatingEntry || id === undefined;
  const change = (typed: string) => onChange(field.name, typed);
  return (
    <Labelled {...field} required={isNew}>
      <SecretField
        value={secret}
        disabled={disabled}
        placeholder={text(isNew ? 'field.secret.type' : 'field.secret.keep')}
        onChange={change}
        onGenerate={change}
      />
      {secret !== '' && (
        <Typography variant="pi" textColor="warning700" role="status">
          {text('field.secret.once')}
        </Typography>
      )}
    </Labelled>
  );
}
