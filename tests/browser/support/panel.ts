import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { TestServer } from '../../support/server';

/** The first administrator, who holds everything. */
export const ADA = {
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@example.com',
  password: 'Very-safe-1',
};

export interface Person {
  email: string;
  password: string;
}

/** The panel's guided tour covers the pages of a new administrator until it is skipped. */
export const TOUR_SKIPPED = {
  name: 'STRAPI_GUIDED_TOUR',
  value: JSON.stringify({ tours: {}, enabled: false, hidden: true, completedActions: [] }),
};

/** Fills in the form that a new panel shows to whoever opens it first, and closes what covers its pages then. */
export async function registerFirst(page: Page, person: typeof ADA = ADA): Promise<void> {
  await register(page, person);
  await bannerOf(page).click();
}

/** Advertises the media library, above every page of a newer Strapi. */
export const bannerOf = (page: Page): Locator => page.getByRole('button', { name: 'Close the banner.' });

/** Fills in the form that a new panel shows to whoever opens it first. */
export async function register(page: Page, person: typeof ADA = ADA): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('textbox', { name: 'First name' }).fill(person.firstname);
  await page.getByRole('textbox', { name: 'Last name' }).fill(person.lastname);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  await page.locator('input[name=confirmPassword]').fill(person.password);
  await page.getByRole('button', { name: "Let's start" }).click();
  await expect(page.getByRole('heading', { name: `Hello ${person.firstname}` })).toBeVisible();
}

/**
 * Keeps frames coming in a context's pages. Chromium 156 without a screen draws none while nothing changes, and runs
 * `requestIdleCallback` after a frame only; the content manager's actions come by that, and then never did.
 */
export const keepFramesComing = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => setInterval(() => requestAnimationFrame(() => undefined), 100));
};

/** A browser of their own for somebody at the application, with what it remembers of earlier visits. */
export async function newVisitor(
  browser: Browser,
  baseURL: string,
  localStorage: { name: string; value: string }[] = [],
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
  });
  await keepFramesComing(context);
  return context;
}

/** A page of somebody else, in a browser of their own, after the log-in form. */
export async function pageOf(browser: Browser, server: TestServer, person: Person): Promise<Page> {
  const context = await newVisitor(browser, server.url, [TOUR_SKIPPED]);
  const page = await context.newPage();
  await logIn(page, person);
  return page;
}

async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/admin/auth/login');
  await page.locator('input[name=email]').fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
}

/** Somebody else takes over the browser: the log-in is another, and what the plugin keeps in the browser stays. */
export async function changePerson(page: Page, person: Person): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith('work-tracking.') && key !== 'STRAPI_GUIDED_TOUR') localStorage.removeItem(key);
    }
  });
  await logIn(page, person);
}

/** Goes on with the Tab key until it is reached, which must take at most so many presses. */
export async function tabTo(page: Page, target: Locator, atMost = 100): Promise<void> {
  // Where nothing follows yet, the key would lead back to the beginning of the page.
  await expect(target).toBeVisible();
  for (let presses = 0; presses < atMost; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('The Tab key does not get there.');
}

/** Waits until the page has done what it had to do with what it has drawn, such as to listen to keys. */
export const untilIdle = (shown: Locator): Promise<void> =>
  shown.evaluate(
    () => new Promise<void>((drawn) => void requestAnimationFrame(() => setTimeout(() => drawn()))),
  );

/**
 * Closes a dialog by Escape, once it listens: it is drawn some effects before, and draws itself once more with this style
 * when it is the topmost layer.
 */
export async function escapeFrom(dialog: Locator): Promise<void> {
  await expect(dialog).toHaveAttribute('style', /pointer-events: auto/);
  await untilIdle(dialog);
  await dialog.page().keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}
