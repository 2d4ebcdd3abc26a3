import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import type { ComponentProps, ReactNode } from 'react';

interface LabelledProps extends Pick<
  ComponentProps<typeof Field.Root>,
  'name' | 'hint' | 'required' | 'error'
> {
  label: ReactNode;
  /** The input. */
  children: ReactNode;
}

/** A field with its label above it, and below it its hint, or in place of that what is wrong. */
export const Labelled = ({ label, name, hint, required, error, children }: LabelledProps) => (
  <Field.Root {...{ name, hint, required, error }}>
    <Field.Label>{label}</Field.Label>
    {children}
    <Field.Hint />
    <Field.Error />
  </Field.Root>
);

interface ChoiceProps extends Pick<
  ComponentProps<typeof SingleSelect>,
  'aria-label' | 'size' | 'placeholder' | 'clearLabel' | 'onClear'
> {
  /** Each with its value, which is never empty, and its label. */
  choices: readonly (readonly [value: string, label: string])[];
  /** Empty for none. */
  value: string;
  /** Takes an empty text for none, too, where there is a `clearLabel`. */
  onChange: (value: string) => void;
}

/** Chooses one of a few values. */
export function Choice({ choices, value, onChange, clearLabel, ...props }: ChoiceProps) {
  return (
    <SingleSelect
      {...(clearLabel && { clearLabel, onClear: () => onChange('') })}
      {...props}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(String(chosen))}
    >
      {choices.map(([one, label]) => (
        <SingleSelectOption key={one} value={one}>
          {label}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
}
