const isServer = Boolean(process.env.TEST_DATABASE_URL);

/** The same series in each run, unless `npm run test:rules` asks for others: a suite that fails has found something new. */
export const SEED = Number(process.env.RULES_SEED ?? 20260220);

/** How many series are taken; `npm run test:rules` takes many more, with pairs. */
export const SERIES = Number(process.env.RULES_SERIES ?? (isServer ? 50 : 100));

/** Whether some turns of a series are two steps at once, whose order chance decides. */
export const HAS_PAIRS = process.env.RULES_PAIRS === 'true';

/** How many values are tried for each field. */
export const RUNS = Number(process.env.RULES_VALUES ?? 2);
