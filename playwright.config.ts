import { defineConfig } from '@playwright/test';
import { chromiumPath } from './tests/browser/support/chromium';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: '.tmp/browser',
  globalSetup: './tests/browser/support/global-setup.ts',
  // One application serves all specs, and two cores are busy with it and the browser.
  workers: 1,
  forbidOnly: true,
  // A browser that gets no time loses a click now and then: `.ci/run` tries twice, and the list says what needed it.
  retries: Number(process.env.TEST_RETRIES ?? 0),
  timeout: 60_000,
  expect: { timeout: 15_000 },
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
