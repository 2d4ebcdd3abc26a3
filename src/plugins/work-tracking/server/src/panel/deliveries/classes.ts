import type { Core } from '@strapi/types';

type Raw = ReturnType<Core.Strapi['db']['connection']['raw']>;

/**
 * SQL for the class that a column's value falls in: 0 below the first bound, 1 from there to the next, and so on, the
 * last one open. A tree of comparisons, which every database knows, and few of them for each row; the bounds go through
 * the driver like every other value, so that times are compared as they are stored.
 * @param bounds ascending
 */
export function classOf(strapi: Core.Strapi, column: string, bounds: readonly (Date | number)[]): Raw {
  const bindings: (string | Date | number)[] = [];
  const tree = (first: number, last: number): string => {
    if (first === last) return String(first);
    const middle = Math.floor((first + last) / 2);
    bindings.push(column, bounds[middle] ?? 0);
    return `case when ?? < ? then ${tree(first, middle)} else ${tree(middle + 1, last)} end`;
  };
  const sql = tree(0, bounds.length);
  return strapi.db.connection.raw(sql, bindings);
}
