'use strict';

module.exports = {
  testEnvironment: '<rootDir>/tests/support/environment.ts',
  roots: ['<rootDir>/tests'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/tests/cluster/', '/tests/browser/'],
  transform: {
    '^.+\\.(ts|js)$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  // An ES module without a CommonJS twin.
  moduleNameMapper: {
    '^@octokit/webhooks-methods$': '<rootDir>/node_modules/@octokit/webhooks-methods/dist-node/index.js',
  },
  transformIgnorePatterns: ['/node_modules/(?!@octokit/webhooks-methods/)', '/dist/'],
  globalSetup: '<rootDir>/tests/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/support/global-teardown.ts',
  // Real applications boot in a test, several at once, and `.ci/run` has other steps beside.
  testTimeout: 600_000,
  // Two cores: what waits for a timer or a boot leaves its time to the others.
  maxWorkers: 4,
};
