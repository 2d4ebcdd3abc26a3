import { Field, TextInput } from '@strapi/design-system';
import { unstable_useContentManagerContext as useContentManagerContext, useForm } from '@strapi/strapi/admin';
import { slugOf } from '../../../../domain/slug';
import { useText } from '../../translations/messages';
import type { InputProps } from './input-props';

/** The slug of a decision. A new one's follows its title until somebody types another. */
export default function SlugInput({
  name,
  label,
  hint,
  required = false,
  disabled = false,
  value,
  error,
  onChange,
}: InputProps<string>) {
  const text = useText();
  const { isCreatingEntry, id } = useContentManagerContext();
  const given = useForm('SlugInput', (form) => (form.values as { title?: unknown }).title);
  const title = typeof given === 'string' ? given : '';
  const isNew = isCreatingEntry || id === undefined;
  // The slug that follows the title is only shown: the service makes the same, with a number where that is taken.
  const slug = value || (isNew && !disabled ? slugOf(title) : '');
  return (
    <Field.Root
      name={name}
      hint={hint ?? (isNew ? text('field.slug.hint') : undefined)}
      required={required}
      error={error ?? false}
    >
      <Field.Label>{label}</Field.Label>
      <TextInput value={slug} disabled={disabled} onChange={({ target }) => onChange(name, target.value)} />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
