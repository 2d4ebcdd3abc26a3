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
