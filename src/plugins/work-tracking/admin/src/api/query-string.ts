/**
 * A path with its query. Strapi's client writes the parameters that it is given as they are: with a `&`, `#` or `+` in
 * one, the server would read something else.
 * @param parameters those that are undefined are left out
 */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
