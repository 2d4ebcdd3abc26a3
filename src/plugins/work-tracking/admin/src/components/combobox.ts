import countBy from 'lodash/countBy';

/**
 * For the `onChange` of a combobox, which is called whenever the focus leaves it: with what was chosen before, and with
 * undefined when that is nothing, though its type says that it is a string.
 * @param value what is chosen; empty for nothing
 * @returns calls `onChange` when something else is chosen, with an empty string for nothing
 */
export const chosenOf =
  (value: string, onChange: (chosen: string) => void) =>
  (chosen: string | undefined = ''): void => {
    if (chosen !== value) onChange(chosen);
  };

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
