import { fileTicket, newProject, type Api } from '../support/api';
import { card, column, openBoard, tabTo } from './support/board';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ page, server }) => {
  api = await newProject(server);
  await fileTicket(api, { title: 'Hands off the mouse' });
  await openBoard(page, api);
});

const statusOfOnly = async () => (await api.get('/tickets')).body.tickets[0].status as string;

test('a card is dragged with the keyboard alone, and a screen reader hears how', async ({ page }) => {
  const said = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1);
  await tabTo(page, page.getByRole('button', { name: 'Drag “Hands off the mouse”' }));
  await page.keyboard.press('Space');
  await said('“Hands off the mouse” is lifted.');
  await page.keyboard.press('ArrowRight');
  await said('Over In progress.');
  await page.keyboard.press('ArrowRight');
  await said('Over Blocked.');
  // In review and Done don't take it: the next that does is Cancelled.
  await page.keyboard.press('ArrowRight');
  await said('Over Cancelled.');
  await page.keyboard.press('ArrowLeft');
  await said('Over Blocked.');
  await page.keyboard.press('Space');
  await said('“Hands off the mouse” is dropped in Blocked.');
  const moved = card(column(page, 'Blocked'), 'Hands off the mouse');
  await expect(moved).toBeVisible();
  await expect.poll(statusOfOnly).toBe('blocked');
  await expect(moved.locator(':focus')).toHaveCount(1);
});

test('Escape puts a lifted card back', async ({ page }) => {
  await tabTo(page, page.getByRole('button', { name: 'Drag “Hands off the mouse”' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'is lifted.' })).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: 'Over In progress.' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status').filter({ hasText: 'is back in its column.' })).toHaveCount(1);
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
  await expect(page.getByRole('status').filter({ hasText: 'moved to In progress.' })).toHaveCount(1);
  await expect.poll(statusOfOnly).toBe('in_progress');
  await expect(moved.locator(':focus')).toHaveCount(1);
});
