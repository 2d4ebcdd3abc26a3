import type { ReactNode } from 'react';

/** The properties that the content manager gives to a field's input; there are more, which are not used here. */
export interface InputProps<Value> {
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  value?: Value | null;
  error?: string;
  onChange: (name: string, value: Value) => void;
}
