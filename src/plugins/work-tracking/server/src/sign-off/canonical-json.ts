/** A part of a text that is still to be made: a value, or text as it is. */
type Part = { value: unknown } | { text: string };

/**
 * The JSON of a value with the keys of its objects in order, however deep it is nested: `JSON.stringify` with a function
 * goes down with it until the stack is full.
 * @param value what JSON can hold
 */
export function canonicalJson(value: unknown): string {
  const made: string[] = [];
  const parts: Part[] = [{ value }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if ('text' in part) made.push(part.text);
    else if (isNested(part.value)) for (const one of partsOf(part.value).reverse()) parts.push(one);
    else made.push(part.value === undefined ? 'null' : JSON.stringify(part.value));
  }
  return made.join('');
}

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value && typeof value.toJSON === 'function');

function partsOf(value: object): Part[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown): Part[] => [{ text: ',' }, { value: item }]);
    return [{ text: '[' }, ...items.slice(1), { text: ']' }];
  }
  const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  // Stored digests have keys that are numbers first, as an object has them.
  const entries = Object.entries(Object.fromEntries(sorted) as object)
    .filter(([, one]) => one !== undefined)
    .flatMap(([key, one]): Part[] => [{ text: `,${JSON.stringify(key)}:` }, { value: one }]);
  const [first] = entries;
  if (first && 'text' in first) first.text = first.text.slice(1);
  return [{ text: '{' }, ...entries, { text: '}' }];
}
