import type { Locator, Page } from '@playwright/test';
import { expectNoFault } from './accessibility';
import { closeDialog, DIALOG, type Place, type PlaceDialog } from './place';
import { expect, test } from './test';

/** A place takes long to open, so that it is looked at in both themes and both languages by opening it twice. */
export const LOOKS = [
  { language: 'en', theme: 'light' },
  { language: 'de', theme: 'dark' },
] as const;

const PHONE = 390;
const DESKTOP = 1440;
const WIDTHS = [PHONE, 768, 1024, DESKTOP];
const HEIGHT = 900;

/** Has the panel's pages a look from the next one on. */
export const choose = (page: Page, look: (typeof LOOKS)[number]): Promise<unknown> =>
  page.addInitScript(({ language, theme }) => {
    localStorage.setItem('strapi-admin-language', language);
    localStorage.setItem('STRAPI_THEME', theme);
  }, look);

/** A box that scrolls stops at whole pixels of the screen: parts of a pixel are cut off. */
const WHOLE = 0.99;

/** Looks at a place from a phone's width up to a desktop's, and there at all its dialogs. */
export async function lookAt(page: Page, place: Place): Promise<void> {
  const { address, shows, prepare, parts = [], dialogs = {} } = place;
  await page.setViewportSize({ width: PHONE, height: HEIGHT });
  await page.goto(`/admin/${address}`);
  await expect(shows).toBeVisible();
  const tab = page.locator('main nav [aria-current="page"]');
  for (const current of await tab.all()) await expect(current).toBeInViewport({ ratio: WHOLE });
  await prepare?.();
  for (const width of WIDTHS) {
    await expectToFit(page, width, place);
    // On a phone the frames around our parts, which are Strapi's, have too little contrast.
    if (width === DESKTOP || (width === PHONE && parts.length === 0)) await expectNoFault(page, ...parts);
  }
  for (const [what, dialog] of Object.entries(dialogs))
    await test.step(what, () => lookAtDialog(page, dialog));
}

async function expectToFit(page: Page, width: number, { name, column }: Place): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await expect.poll(() => excess(page.locator('html')), `${name} at ${width}`).toBe(0);
  await expect.poll(() => unreachable(page), `${name} at ${width}`).toEqual([]);
  if (column) await expect.poll(() => excess(column), `${name} at ${width}`).toBe(0);
}

/** How much wider something is than what is seen of it. */
const excess = (within: Locator) => within.evaluate((element) => element.scrollWidth - element.clientWidth);

/** The controls that lie beyond the window's edge, and in no box that scrolls to them. */
const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowX) ||
      (element.parentElement !== null && scrolls(element.parentElement));
    const isOutside = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > innerWidth + 1);
    };
    return [...document.querySelectorAll('main :is(h1, a, button, input, textarea, [role="combobox"])')]
      .filter((element) => element.checkVisibility() && isOutside(element) && !scrolls(element))
      .map(({ outerHTML }) => outerHTML.slice(0, 160));
  });

/** Looks at a dialog and closes it: what has opened it has the focus again. */
async function lookAtDialog(page: Page, place: PlaceDialog): Promise<void> {
  const { opener, open = () => opener.click(), fill } = place;
  await open();
  const dialog = page.locator(DIALOG);
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toHaveCount(1);
  await fill?.(dialog);
  await expectNoFault(page, DIALOG);
  await closeDialog(page, place);
  await expect(opener).toBeFocused();
}
