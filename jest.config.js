'use strict';

module.exports = {
  testEnvironment: 'node',
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
  setupFilesAfterEnv: ['<rootDir>/tests/support/retries.ts'],
  // A real Strapi boots for each file, on two cores also beside another one.
  testTimeout: 60_000,
  maxWorkers: 2,
};
