import { Labelled } from '../../components/fields';
import { LabelList } from '../../components/LabelList';
import type { InputProps } from './input-props';

const NONE: readonly string[] = [];

/** The labels of a ticket in its form, with which they are saved. */
export default function LabelsInput({
  disabled = false,
  value,
  onChange,
  ...frame
}: InputProps<readonly string[]>) {
  return (
    <Labelled {...frame}>
      <LabelList
        labels={value ?? NONE}
        isEditable={!disabled}
        size="M"
        onChange={(labels) => {
          onChange(frame.name, labels);
          return Promise.resolve(true);
        }}
      />
    </Labelled>
  );
}
