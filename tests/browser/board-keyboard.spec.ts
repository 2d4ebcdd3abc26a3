import { fileTicket, newProject, type Api } from '../support/api';
import { card, column, openBoard, said, lift } from './support/board';
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
  const title = page.getByRole('link', { name: 'Hands off the mouse' });
  await tabTo(page, title);
  await expect(title).toHaveAccessibleDescription(/^To drag with the keyboard, press space/);
  await lift(page);
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

test('no key is lost that is pressed before the board has drawn the card as lifted', async ({ page }) => {
  const title = page.getByRole('link', { name: 'Hands off the mouse' });
  await tabTo(page, title);
  await title.evaluate((element) => {
    for (const code of ['Space', 'ArrowRight', 'ArrowRight', 'Enter']) {
      element.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true }));
    }
  });
  await said(page, '“Hands off the mouse” is dropped in Blocked.');
  await expect.poll(statusOfOnly).toBe('blocked');
  await expect(page).toHaveURL(/\/board\?/);
});

test('Escape puts a lifted card back', async ({ page }) => {
  await tabTo(page, page.getByRole('link', { name: 'Hands off the mouse' }));
  await lift(page);
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
  await tabTo(page, page.getByRole('link', { name: 'Hands off the mouse' }));
  await page.keyboard.press('m');
  await expect(page.getByRole('menuitem')).toHaveText(['In progress', 'Blocked', 'Cancelled']);
  await expect(page.getByRole('menuitem', { name: 'In progress' })).toBeFocused();
  await page.keyboard.press('Enter');
  const moved = card(column(page, 'In progress'), 'Hands off the mouse');
  await expect(moved).toBeVisible();
  await said(page, 'moved to In progress.');
  await expect.poll(statusOfOnly).toBe('in_progress');
  await expect(moved.locator(':focus')).toHaveCount(1);
});

test('a card is one stop of the Tab key, and the arrow keys go from card to card', async ({ page }) => {
  const blocked = await fileTicket(api, { title: 'Blocked one' });
  await api.patch(`/tickets/${blocked.id}`, { status: 'blocked' }).expect(200);
  for (const title of ['Second', 'First']) await fileTicket(api, { title });
  const focused = page.locator('[data-ticket] a:focus');
  await expect(card(page, 'First')).toBeVisible();
  await expect(card(page, 'Blocked one')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'First' }));
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText('Second');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText('Hands off the mouse');
  for (const [key, title] of [
    ['ArrowUp', 'Second'],
    ['ArrowUp', 'First'],
    ['ArrowUp', 'First'],
    ['End', 'Hands off the mouse'],
    ['Home', 'First'],
    ['ArrowDown', 'Second'],
    // In progress has no card.
    ['ArrowRight', 'Blocked one'],
    ['ArrowRight', 'Blocked one'],
    ['ArrowLeft', 'First'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused).toHaveText(title);
  }
});
