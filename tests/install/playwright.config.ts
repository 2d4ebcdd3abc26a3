import { defineConfig } from '@playwright/test';
import browserTests from '../../playwright.config';

/**
 * One page of an application that `npm run test:install` has started, in the same browser as the other specs.
 */
export default defineConfig({
  ...browserTests,
  testDir: '.',
  outputDir: '../../.tmp/install',
  // The application is built already.
  globalSetup: undefined,
  globalTeardown: undefined,
  // It has just started, on a machine that may be busy.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: { ...browserTests.use, baseURL: process.env.INSTALLED_AT },
});
