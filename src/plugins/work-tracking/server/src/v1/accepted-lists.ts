type Lists = Readonly<Record<string, readonly string[]>>;

const LISTS = new WeakMap<object, Lists>();

/** Adds these lists to every error about a field of this schema, beside its details. */
export function answerWithLists<Schema extends object>(schema: Schema, lists: Lists): Schema {
  LISTS.set(schema, lists);
  return schema;
}

/** @returns what `answerWithLists` was given for the schema of a field, optional or not */
export function listsOf(schema: unknown): Lists {
  if (typeof schema !== 'object' || schema === null) return {};
  const { def } = schema as { def?: { innerType?: unknown } };
  return LISTS.get(schema) ?? listsOf(def?.innerType);
}
