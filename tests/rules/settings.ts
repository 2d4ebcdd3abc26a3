/** The same series in each run, unless `npm run test:rules` asks for others: a suite that fails has found something new. */
export const SEED = Number(process.env.RULES_SEED ?? 20260220);

/** How many series are taken: SQLite is embedded, the others are asked over a network. */
export const SERIES = Number(process.env.RULES_SERIES ?? (process.env.TEST_DATABASE_URL ? 300 : 2000));

/** How many values are tried for each field. */
export const RUNS = process.env.TEST_DATABASE_URL ? 4 : 10;
