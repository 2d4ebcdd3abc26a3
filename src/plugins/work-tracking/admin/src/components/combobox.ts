import countBy from 'lodash/countBy';
import { useEffect, useState } from 'react';

/**
 * What the design system's combobox needs to follow what is chosen. By itself, it keeps the text of what was chosen
 * before, and reports that as chosen when the focus leaves it. And while the field is empty it draws none of more than a
 * hundred options: it would not show the chosen one, and report that none is.
 * @param value what is chosen; empty for nothing
 * @param chosen the `textValue` of the chosen option; undefined for none
 * @param onChange is called when something else is chosen, with an empty string for nothing
 */
export function useCombobox(value: string, chosen = '', onChange: (value: string) => void) {
  const [textValue, onTextValueChange] = useState(chosen);
  useEffect(() => onTextValueChange(chosen), [chosen]);
  return {
    ...{ value, textValue, onTextValueChange },
    /** Called whenever the focus leaves it, too: with undefined for nothing, though its type says that it is a string. */
    onChange(next: string | undefined = '') {
      if (next !== value) onChange(next);
    },
    onClear: () => onChange(''),
  };
}

/** An entry of a combobox, with the texts that tell it from others, the shortest first. */
export interface NamedEntry {
  id: string;
  texts: readonly string[];
}

/**
 * The texts of a combobox by the ids of its entries. It finds what was chosen again by its text, whenever the focus
 * leaves it, and takes the first that has it: so no two entries may have the same. Where all texts of an entry are also
 * those of another, its id is added.
 */
export function distinctTexts(entries: readonly NamedEntry[]): ReadonlyMap<string, string> {
  const uses = countBy(entries.flatMap(({ texts }) => [...new Set(texts)]));
  return new Map(
    entries.map(({ id, texts }) => [
      id,
      texts.find((text) => uses[text] === 1) ?? `${texts.at(-1) ?? ''} · ${id}`,
    ]),
  );
}
