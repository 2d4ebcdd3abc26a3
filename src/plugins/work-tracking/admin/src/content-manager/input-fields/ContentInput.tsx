import type { ContentReference } from '../../../../domain/content';
import ContentList from '../../components/ContentList';
import { Labelled } from '../../components/fields';
import type { InputProps } from './input-props';

const NONE: readonly ContentReference[] = [];

/** The entries that a ticket or a decision is about, in its form, with which they are saved. */
export default function ContentInput({
  disabled = false,
  value,
  onChange,
  ...frame
}: InputProps<readonly ContentReference[]>) {
  return (
    <Labelled {...frame}>
      <ContentList
        content={value ?? NONE}
        isEditable={!disabled}
        onChange={(content) => onChange(frame.name, content)}
      />
    </Labelled>
  );
}
