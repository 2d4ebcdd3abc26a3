import { fileTicket, newProject, type Api } from '../support/api';
import { card, column, openBoard, said } from './support/board';
import { tabTo } from './support/panel';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ page, server }) => {
  api = await newProject(server);
  await fileTicket(api, { title: 'Hands off the mouse' });
  await openBoard(page, api);
});

const statusOfOnly = async () => (await api.get('/tickets')).body.tickets[0].status as string;

test('a card is dragged with the keyboard alone, and a screen reader hears how', async ({ page }) => {
  await tabTo(page, page.getByRole('button', { name: 'Drag “Hands off the mouse”' }));
  await page.keyboard.press('Space');
  await said(page, '“Hands off the mouse” is lifted.');
  await page.keyboard.press('ArrowRight');
  await said(page, 'Over In progress.');
  await page.keyboard.press('ArrowRight');
  await said(page, 'Over Blocked.');
  // The ticket can't move to In review and Done, so they are skipped.
  await page.keyboard.press('ArrowRight');
  await said(page, 'Over Cancelled.');
  await page.keyboard.press('ArrowLeft');
  await said(page, 'Over Blocked.');
  await page.keyboard.press('Space');
  await said(page, '“Hands off the mouse” is dropped in Blocked.');
  const moved = card(column(page, 'Blocked'), 'Hands off the mouse');
  await expect(moved).toBeVisible();
  await expect.poll(statusOfOnly).toBe('blocked');
  await expect(moved.locator(':focus')).toHaveCount(1);
});

test('Escape puts a lifted card back', async ({ page }) => {
  await tabTo(page, page.getByRole('button', { name: 'Drag “Hands off the mouse”' }));
  await page.keyboard.press('Enter');
  await said(page, 'is lifted.');
  await page.keyboard.press('ArrowRight');
  await said(page, 'Over In progress.');
  await page.keyboard.press('Escape');
  await said(page, 'is back in its column.');
  await expect(card(column(page, 'Open'), 'Hands off the mouse')).toBeVisible();
  expect(await statusOfOnly()).toBe('open');
});

test('a card is moved by its menu, which offers the allowed moves only and keeps the focus', async ({
  page,
}) => {
  await tabTo(page, page.getByRole('button', { name: 'Move “Hands off the mouse”' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['In progress', 'Blocked', 'Cancelled']);
  await expect(page.getByRole('menuitem', { name: 'In progress' })).toBeFocused();
  await page.keyboard.press('Enter');
  const moved = card(column(page, 'In progress'), 'Hands off the mouse');
  await expect(moved).toBeVisible();
  await said(page, 'moved to In progress.');
  await expect.poll(statusOfOnly).toBe('in_progress');
  await expect(moved.locator(':focus')).toHaveCount(1);
});
