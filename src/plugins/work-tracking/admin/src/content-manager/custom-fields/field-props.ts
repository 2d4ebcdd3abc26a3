import type { ReactNode } from 'react';

/** What the content manager hands to the input of a custom field, as far as it is used here. */
export interface FieldInputProps<Value> {
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  value?: Value | null;
  error?: string;
  onChange: (name: string, value: Value) => void;
}
