import type { Page } from '@playwright/test';
import { fileTicket, newProject, type Api } from '../support/api';
import { card, openBoard } from './support/board';
import { holdNextAnswer } from './support/held';
import { expect, test } from './support/test';

let api: Api;
let ref: string;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
  const ticket = await fileTicket(api, { title: 'Coffee runs out' });
  ref = ticket.ref as string;
});

const openTicket = (page: Page) => page.getByRole('region', { name: `Ticket ${ref}` });
const heading = (page: Page, name: string) => openTicket(page).getByRole('heading', { name });

async function open(page: Page, title: string): Promise<void> {
  await card(page, title).getByRole('link').click();
  await expect(openTicket(page)).toBeVisible();
}

async function close(page: Page): Promise<void> {
  await openTicket(page).getByRole('button', { name: 'Close the ticket' }).click();
  await expect(openTicket(page)).toBeHidden();
}

const holdNextRead = (page: Page) => holdNextAnswer(page, `**/board/tickets/${ref}`);

test('a ticket that is opened again while it is being read still shows what has changed meanwhile', async ({
  page,
}) => {
  await openBoard(page, api);
  const read = await holdNextRead(page);
  await open(page, 'Coffee runs out');
  await read.made;
  await api.patch(`/tickets/${ref}`, { title: 'Tea runs out' }).expect(200);
  await expect(card(page, 'Tea runs out')).toBeVisible();
  await close(page);
  await open(page, 'Tea runs out');
  read.letGo();
  await expect(heading(page, 'Tea runs out')).toBeVisible();
});

test('an answer from before a save does not bring back what it has replaced', async ({ page }) => {
  await openBoard(page, api);
  await open(page, 'Coffee runs out');
  await expect(heading(page, 'Coffee runs out')).toBeVisible();
  const before = await holdNextRead(page);
  // Another one on the board has the open one read again, too.
  await fileTicket(api);
  await before.made;
  await openTicket(page).getByRole('button', { name: 'Edit: Title' }).click();
  await openTicket(page).getByRole('textbox', { name: 'Title' }).fill('Milk runs out');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Milk runs out')).toBeVisible();
  await expect(card(page, 'Milk runs out')).toBeVisible();
  await close(page);
  await open(page, 'Milk runs out');
  await expect(heading(page, 'Milk runs out')).toBeVisible();
  const after = await holdNextRead(page);
  before.letGo();
  await after.made;
  await expect(heading(page, 'Milk runs out')).toBeVisible();
  after.letGo();
  await expect(heading(page, 'Milk runs out')).toBeVisible();
});
