import { fileTicket, newProject, ticketIn, type Api } from '../support/api';
import { insertTickets } from '../support/tickets';
import { expectNoFault } from './support/accessibility';
import { card, column, hold, openBoard, said, lift } from './support/board';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
});
test.afterEach(({ page }) => page.evaluate(() => localStorage.clear()));

const DAY_MS = 24 * 3600 * 1000;

test('where work ends, only the last two weeks are shown, and the rest when it is asked for', async ({
  page,
  server,
}) => {
  await ticketIn(api, 'done');
  await insertTickets(server, api.tenantId, [
    { title: 'Long done', state: 'done', createdAt: Date.now() - 15 * DAY_MS },
    { title: 'Long cancelled', state: 'cancelled', createdAt: Date.now() - 15 * DAY_MS },
    { title: 'Long open', createdAt: Date.now() - 15 * DAY_MS },
  ]);
  await openBoard(page, api);
  const done = column(page, 'Done');
  await expect(card(done, 'A ticket')).toBeVisible();
  await expect(card(done, 'Long done')).toBeHidden();
  await expect(card(column(page, 'Open'), 'Long open')).toBeVisible();
  await expect(done.getByLabel('1 ticket changed in the last two weeks, of 2 in all')).toBeVisible();
  await expect(column(page, 'Cancelled').getByText('None in the last two weeks')).toBeVisible();
  await expectNoFault(page);
  await done.getByRole('button', { name: 'Show older' }).focus();
  await page.keyboard.press('Enter');
  await expect(card(done, 'Long done')).toBeVisible();
  await expect(done.getByLabel('2 tickets')).toBeVisible();
  await expect(done.getByRole('button', { name: 'Show older' })).toBeHidden();
  await expect(card(done, 'A ticket').getByRole('link')).toBeFocused();
});

test('a column is collapsed to a strip, which is remembered, and takes tickets', async ({ page }) => {
  const ticket = await fileTicket(api, { title: 'Drop me' });
  const other = await fileTicket(api, { title: 'Send me' });
  await openBoard(page, api);
  await column(page, 'Cancelled').getByRole('button', { name: 'Collapse Cancelled' }).click();
  const strip = column(page, 'Cancelled');
  await expect(strip.getByRole('button', { name: 'Expand Cancelled' })).toBeVisible();
  expect((await strip.boundingBox())!.width).toBeLessThan(60);
  await page.reload();
  await expect(strip.getByRole('button', { name: 'Expand Cancelled' })).toBeVisible();
  await expectNoFault(page);
  await expect(page.getByRole('button', { name: 'Collapse Open' })).toBeHidden();

  await hold(page, 'Drop me', 'Cancelled');
  await page.mouse.up();
  await expect(strip.getByLabel('1 ticket')).toBeVisible();
  const statusOf = async (id: string) => (await api.get(`/tickets/${id}`)).body.ticket.status as string;
  await expect.poll(() => statusOf(ticket.id)).toBe('cancelled');

  await card(page, 'Send me').getByRole('link').focus();
  await lift(page);
  for (const over of ['In progress', 'Blocked', 'Cancelled']) {
    await page.keyboard.press('ArrowRight');
    await said(page, `Over ${over}.`);
  }
  await page.keyboard.press('Space');
  await expect.poll(() => statusOf(other.id)).toBe('cancelled');
  await expect(strip.getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card(column(page, 'Cancelled'), 'Send me')).toBeVisible();
});
