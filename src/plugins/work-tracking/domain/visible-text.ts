/** Has a text something to see? Blanks, and characters that have no width, are nothing. */
export const hasVisibleText = (text: string): boolean =>
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
