import { useEffect, useState } from 'react';

interface ChosenText {
  textValue: string;
  onTextValueChange: (text: string) => void;
}

/**
 * The text in a combobox's field, which follows what is chosen. By itself, the design system's combobox keeps the text of
 * what was chosen before, and reports that as chosen when the focus leaves it. And while the field is empty it draws none
 * of more than a hundred options: it would not show the chosen one, and report that none is.
 * @param chosen the `textValue` of the chosen option; undefined for none
 */
export function useChosenText(chosen = ''): ChosenText {
  const [textValue, onTextValueChange] = useState(chosen);
  useEffect(() => onTextValueChange(chosen), [chosen]);
  return { textValue, onTextValueChange };
}
