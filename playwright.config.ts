import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from './scripts/chromium';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: '.tmp/browser',
  globalSetup: './tests/browser/support/global-setup.ts',
  globalTeardown: './tests/support/global-teardown.ts',
  // An application and a browser of its own take both of two cores: a second one beside them would gain nothing.
  workers: 1,
  forbidOnly: true,
  // `.ci/run` has other suites beside, and checks of accessibility compute for long.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ...(process.env.TEST_REPORT ? [[require.resolve('./scripts/test/reporters/playwright')] as const] : []),
  ],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_ARGS },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
  },
});
