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

/**
 * Takes a card with the mouse and holds it over a column, as a person does who waits for what the board shows: the
 * pointer reaches the page faster than a board of many cards is drawn, and what is let go before that falls back.
 */
export async function hold(page: Page, title: string, over: string): Promise<void> {
  await card(page, title).hover();
  const from = await boxOf(card(page, title));
  const to = await boxOf(column(page, over));
  await page.mouse.move(from.x + 20, from.y + from.height - 8);
  await page.mouse.down();
  // The first pixels tell a drag from a click.
  await page.mouse.move(from.x + 32, from.y + from.height, { steps: 4 });
  await said(page, `“${title}” is lifted.`);
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await said(page, new RegExp(`Over (${over}\\.|no column)`));
}

/** Somebody else is faster: what they change is stored after the next move has been sent, and before it is received. */
export async function changeBeforeNextMove(page: Page, change: () => PromiseLike<unknown>): Promise<void> {
  await page.route(
    '**/board/tickets/*/move',
    async (route) => {
      await change();
      await route.continue();
    },
    { times: 1 },
  );
}

/** Lifts the card with the focus by the keyboard. */
export async function lift(page: Page): Promise<void> {
  await page.keyboard.press('Space');
  await said(page, 'is lifted.');
}

/** Waits for what the board tells a screen reader. */
export const said = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1);

async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible();
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return box;
}

/** What the browser suggests for a text field. */
export const suggestedFor = (field: Locator): Promise<string[]> =>
  field.evaluate((input: HTMLInputElement) => [...(input.list?.options ?? [])].map(({ value }) => value));
