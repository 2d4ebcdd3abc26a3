import { test as base } from '@playwright/test';
import { startServer, type TestServer } from '../../support/server';
import { keepFramesComing, newVisitor, registerFirst, TOUR_SKIPPED } from './panel';

type StorageState = Awaited<ReturnType<import('@playwright/test').BrowserContext['storageState']>>;

/**
 * `test` with the built application, on a database of its own, and pages of its first administrator, who has registered
 * through the panel's form. The specs share both: each makes a project of its own.
 */
export const test = base.extend<object, { server: TestServer; ada: StorageState }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ env: { TEST_SERVE_PANEL: 'true' } });
      await use(server);
      await server.destroy();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  ada: [
    async ({ server, browser }, use) => {
      const context = await newVisitor(browser, server.url);
      const page = await context.newPage();
      await registerFirst(page);
      const state = await context.storageState();
      for (const { localStorage } of state.origins) {
        const others = localStorage.filter(({ name }) => name !== TOUR_SKIPPED.name);
        localStorage.splice(0, localStorage.length, ...others, TOUR_SKIPPED);
      }
      await context.close();
      await use(state);
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: ({ server }, use) => use(server.url),
  storageState: ({ ada }, use) => use(ada),

  context: async ({ context }, use) => {
    await keepFramesComing(context);
    await use(context);
  },
});

export { expect } from '@playwright/test';
