'use strict';

const { writeReport } = require('./report');

/** Writes what a run of jest has come to into the file that TEST_REPORT names. */
module.exports = class {
  /**
   * @param {unknown} _contexts
   * @param {import('@jest/reporters').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    const failures = results.testResults.flatMap(({ testFilePath: file, testExecError, testResults }) => [
      ...(testExecError ? [{ file, title: '', message: testExecError.message }] : []),
      ...testResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName: title, failureMessages }) => ({
          file,
          title,
          message: failureMessages.join('\n'),
        })),
    ]);
    writeReport(/** @type {string} */ (process.env.TEST_REPORT), {
      passed: results.numPassedTests,
      failures,
    });
  }
};
