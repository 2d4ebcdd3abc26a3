import { Field } from '@strapi/design-system';
import type { ReactNode } from 'react';
import type { InputProps } from './input-props';

interface InputFrameProps extends Pick<
  InputProps<unknown>,
  'name' | 'label' | 'hint' | 'required' | 'error'
> {
  children: ReactNode;
}

/** A field's label, hint and error, as the content manager's own inputs show them. */
export function InputFrame({ name, label, hint, required = false, error, children }: InputFrameProps) {
  return (
    <Field.Root name={name} hint={hint} required={required} error={error ?? false}>
      <Field.Label>{label}</Field.Label>
      {children}
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
