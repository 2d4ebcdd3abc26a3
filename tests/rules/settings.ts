/** The type whose entries tickets and decisions can be about in a series. */
export const CONTENT_TYPE = 'plugin::users-permissions.role';

const { TEST_DATABASE_URL = '' } = process.env;
const isServer = TEST_DATABASE_URL !== '';

/** Whether a copy of a decision waits for a change of it, and another copy: not on MariaDB. */
export const LOCKS_ORIGINALS = !TEST_DATABASE_URL.startsWith('mysql');

/** The same series in each run, unless `npm run test:rules` asks for others: a suite that fails has found something new. */
export const SEED = Number(process.env.RULES_SEED ?? 20260220);

/** How many series are taken; `npm run test:rules` takes many more, with pairs. */
export const SERIES = Number(process.env.RULES_SERIES ?? (isServer ? 50 : 100));

/** Whether some turns of a series are two steps at once, whose order chance decides. */
export const HAS_PAIRS = process.env.RULES_PAIRS === 'true';

const LIMIT_MS = 15 * 60_000;

/** Looking for something smaller that fails as well ends before the test does, which would then show nothing. */
export const INTERRUPTED = { interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true };

/** When a test of a property is ended. */
export const TEST_LIMIT_MS = 2 * LIMIT_MS;

/** How many values are tried for each field. */
export const RUNS = Number(process.env.RULES_VALUES ?? 1);
