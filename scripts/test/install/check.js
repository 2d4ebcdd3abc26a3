'use strict';

/**
 * One line for each check; the first that fails ends the run.
 * @template Result
 * @param {string} name what holds
 * @param {() => Result | Promise<Result>} work throws when it does not
 * @returns {Promise<Result>}
 */
async function check(name, work) {
  try {
    const result = await work();
    console.log(`  ✓ ${name}`);
    return result;
  } catch (error) {
    console.log(`  ✗ ${name}`);
    throw error;
  }
}

module.exports = { check };
