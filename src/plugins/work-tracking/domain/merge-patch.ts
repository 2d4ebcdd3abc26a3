type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * JSON Merge Patch, RFC 7396: what a PATCH of a ticket's frontmatter does (specification 2).
 * @param target the stored object; left as it is
 * @param patch the keys to set; null deletes a key
 */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  // A map, since assigning an object's `__proto__` is something else.
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, isObject(value) ? mergePatch(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
}
