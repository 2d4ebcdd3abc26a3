import { defineConfig } from '@playwright/test';
import { chromiumPath } from './tests/browser/support/chromium';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: '.tmp/browser',
  globalSetup: './tests/browser/support/global-setup.ts',
  globalTeardown: './tests/support/global-teardown.ts',
  // One application serves all specs, and two cores are busy with it and the browser.
  workers: 1,
  forbidOnly: true,
  // `.ci/run` has other suites beside, and checks of accessibility compute for long.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-dev-shm-usage'] },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
  },
});
