import { TextInput } from '@strapi/design-system';
import { unstable_useContentManagerContext as useContentManagerContext, useForm } from '@strapi/strapi/admin';
import { slugOf } from '../../../../domain/slug';
import { Labelled } from '../../components/fields';
import { useText } from '../../translations/messages';
import type { InputProps } from './input-props';

/** The slug of a decision. A new one's follows its title until somebody types another. */
export default function SlugInput({ hint, disabled = false, value, onChange, ...field }: InputProps<string>) {
  const text = useText();
  const { isCreatingEntry, id } = useContentManagerContext();
  const given = useForm('SlugInput', (form) => (form.values as { title?: unknown }).title);
  const title = typeof given === 'string' ? given : '';
  const isNew = isCreatingEntry || id === undefined;
  // The slug that follows the title is only shown: the service makes the same, with a number where that is taken.
  const slug = value || (isNew && !disabled ? slugOf(title) : '');
  return (
    <Labelled {...field} hint={hint ?? (isNew ? text('field.slug.hint') : undefined)}>
      <TextInput
        value={slug}
        disabled={disabled}
        onChange={({ target }) => onChange(field.name, target.value)}
      />
    </Labelled>
  );
}
