import { expect, type Locator, type Page } from '@playwright/test';
import type { Api } from '../../support/api';

/** The board of one project. */
export async function openBoard(page: Page, api: Api): Promise<void> {
  await page.goto(`/admin/plugins/work-tracking/board?project=${api.tenantId}`);
  await expect(column(page, 'Open')).toBeVisible();
}

export const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

export const card = (within: Page | Locator, title: string): Locator =>
  within.getByRole('article').filter({ hasText: title });

/** Takes a card with the mouse and holds it over a column. */
export async function hold(page: Page, title: string, over: Locator): Promise<void> {
  const from = await boxOf(card(page, title));
  const to = await boxOf(over);
  await page.mouse.move(from.x + 20, from.y + from.height - 8);
  await page.mouse.down();
  // The first pixels tell a drag from a click.
  await page.mouse.move(from.x + 32, from.y + from.height, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
}

async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible();
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return box;
}

/** Goes on with the Tab key until it is reached. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('The Tab key does not get there.');
}
