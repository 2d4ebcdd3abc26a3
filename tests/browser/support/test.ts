import { test as base, type Browser } from '@playwright/test';
import { builtWith } from '../../support/configured';
import { ARTICLE, CUSTOMER, UNTITLED } from '../../support/extended';
import { startServer, type TestServer } from '../../support/server';
import { keepFramesComing, newVisitor, registerFirst, TOUR_SKIPPED } from './panel';

/** The state that a browser of Ada's remembers. */
type StorageState = Awaited<ReturnType<import('@playwright/test').BrowserContext['storageState']>>;

/**
 * `test` with the built application, on a database of its own, and pages of its first administrator, who has registered
 * through the panel's form. The specs share both: each makes a project of its own.
 */
export const test = base.extend<
  object,
  {
    server: TestServer;
    ada: StorageState;
    empty: { url: string; ada: StorageState };
    host: { server: TestServer; ada: StorageState };
  }
>({
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
      await use(await registeredAda(browser, server.url));
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  empty: [
    async ({ browser }, use) => {
      const server = await startServer({ env: { TEST_SERVE_PANEL: 'true' } });
      await use({ url: server.url, ada: await registeredAda(browser, server.url) });
      await server.destroy();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  host: [
    async ({ browser }, use) => {
      const files = { ...ARTICLE, ...CUSTOMER, ...UNTITLED };
      const env = {
        TEST_SERVE_PANEL: 'true',
        ...builtWith({ files, hasPanel: true }),
        SIGN_OFF_PROJECT: 'SIGN',
        SIGN_OFF_TYPES: 'api::article.article=asked',
        SIGN_OFF_APPROVALS: 'Fine, approved',
      };
      const server = await startServer({ env });
      await use({ server, ada: await registeredAda(browser, server.url) });
      await server.destroy();
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

/** `test` with pages of an application in which there is no project, and into which no spec puts one. */
export const emptyTest = test.extend({
  baseURL: ({ empty }, use) => use(empty.url),
  storageState: ({ empty }, use) => use(empty.ada),
});

/**
 * `test` with pages of an application that has content of its own: articles, which decisions of the project `SIGN` sign off,
 * customers, and others.
 */
export const hostTest = test.extend({
  baseURL: ({ host }, use) => use(host.server.url),
  storageState: ({ host }, use) => use(host.ada),
});

async function registeredAda(browser: Browser, url: string): Promise<StorageState> {
  const context = await newVisitor(browser, url);
  await registerFirst(await context.newPage());
  const state = await context.storageState();
  for (const { localStorage } of state.origins) {
    const others = localStorage.filter(({ name }) => name !== TOUR_SKIPPED.name);
    localStorage.splice(0, localStorage.length, ...others, TOUR_SKIPPED);
  }
  await context.close();
  return state;
}

export { expect } from '@playwright/test';
