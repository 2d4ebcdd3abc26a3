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
  // What ends a test that hangs: real applications boot in it, on a machine that may have other work.
  testTimeout: 300_000,
  // Each worker and the application beside it take a core and more.
  maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
  reporters: ['default', ...(process.env.TEST_REPORT ? ['<rootDir>/scripts/test/reporters/jest.js'] : [])],
};
