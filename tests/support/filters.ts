/** The parts of a query that filter by each of the values, and by none. */
export const each = (name: string, ...values: string[]): string[] => [
  '',
  ...values.map((value) => `&${name}=${value}`),
];

/** Every query that has one of each of these. */
export const combined = (...filters: string[][]): string[] =>
  filters.reduce((all, next) => all.flatMap((query) => next.map((filter) => query + filter)), ['']);
