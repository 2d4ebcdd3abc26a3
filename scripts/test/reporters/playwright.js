'use strict';

const { writeReport } = require('./report');

/** Writes what a run of Playwright has come to into the file that TEST_REPORT names. */
module.exports = class {
  passed = 0;
  /** @type {import('./report').Failure[]} */
  failures = [];

  /** @param {import('@playwright/test/reporter').TestError} error of no test: a file that can't be read, a set-up */
  onError(error) {
    this.failures.push({
      file: error.location?.file ?? '',
      title: '',
      message: error.message ?? String(error.value),
    });
  }

  /**
   * @param {import('@playwright/test/reporter').TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, { errors }) {
    if (test.outcome() === 'expected') {
      this.passed += 1;
    } else if (test.outcome() === 'unexpected') {
      const message = errors.map((error) => error.message ?? String(error.value)).join('\n');
      this.failures.push({ file: test.location.file, title: test.titlePath().slice(3).join(' › '), message });
    }
  }

  onEnd() {
    writeReport(/** @type {string} */ (process.env.TEST_REPORT), this);
  }
};
