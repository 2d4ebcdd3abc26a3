'use strict';

const { AsyncLocalStorage } = require('node:async_hooks');

/** @type {AsyncLocalStorage<string>} */
const subject = new AsyncLocalStorage();

/**
 * Names the checks that `work` makes: several subjects are checked beside each other.
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 */
const checking = (name, work) => subject.run(name, work);

/**
 * One line for each check; the first that fails ends those of its subject.
 * @template Result
 * @param {string} name what holds
 * @param {() => Result | Promise<Result>} work throws when it does not
 * @returns {Promise<Result>}
 */
async function check(name, work) {
  try {
    const result = await work();
    console.log(`✓ ${subject.getStore()}: ${name}`);
    return result;
  } catch (error) {
    console.log(`✗ ${subject.getStore()}: ${name}`);
    throw error;
  }
}

module.exports = { check, checking };
