'use strict';

module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/tests'],
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }] },
  globalSetup: '<rootDir>/tests/support/global-setup.ts',
  // A real Strapi boots for each file, on two cores also beside another one.
  testTimeout: 60_000,
  maxWorkers: 2,
};
