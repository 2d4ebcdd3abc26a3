import type { Page } from '@playwright/test';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { card, openBoard } from './support/board';
import { holdRequests } from './support/held';
import { choose, lines, noteIn, openInbox, opened, verdictIn } from './support/inbox';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
});

test.describe('while a resolution is on its way', () => {
  const resolve = (page: Page) => page.getByRole('button', { name: 'Resolve', exact: true });

  /** Sends the resolution of the first of three decisions. */
  async function sendFirst(page: Page) {
    for (const title of ['First', 'Second', 'Third']) await fileDecision(api, { title });
    await openInbox(page, api);
    const first = await choose(page, 'First');
    await verdictIn(first).fill('approved');
    await noteIn(first).fill('Fine');
    const held = await holdRequests(page, '**/work-tracking/decisions/*/resolve', 'POST');
    await resolve(page).click();
    await held.sent;
    return { first, held };
  }

  test('nothing more is typed into it, and whoever goes to another decision stays there', async ({
    page,
  }) => {
    const { first, held } = await sendFirst(page);
    await expect(noteIn(first)).not.toBeEditable();
    await expect(verdictIn(first)).not.toBeEditable();
    const third = await choose(page, 'Third');
    await noteIn(third).pressSequentially('Half a sen');
    held.letGo();
    await expect(lines(page).filter({ hasText: 'First' })).toHaveCount(0);
    await expect(page.getByText('The decision is resolved.')).toBeVisible();
    await noteIn(await opened(page, 'Third')).pressSequentially('tence');
    await expect(noteIn(third)).toHaveValue('Half a sentence');
  });

  test('whoever goes to another page stays there', async ({ page }) => {
    const { held } = await sendFirst(page);
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible();
    held.letGo();
    await expect(page.getByText('The decision is resolved.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Decisions', level: 1 })).toHaveCount(0);
    await expect(page).toHaveURL(/\/board/);
  });
});

test.describe('beside the board', () => {
  let ref: string;
  test.beforeEach(async ({ page }) => {
    ref = String((await fileTicket(api, { title: 'Coffee runs out' })).ref);
    await page.goto(`/admin/plugins/work-tracking/board/${ref}?project=${api.tenantId}`);
  });
  const ticket = (page: Page) => page.getByRole('region', { name: `Ticket ${ref}` });
  const comment = (page: Page) => ticket(page).getByRole('textbox', { name: 'Add a comment' });

  async function sendTitle(page: Page) {
    await ticket(page).getByRole('button', { name: 'Edit: Title' }).click();
    const title = ticket(page).getByRole('textbox', { name: 'Title' });
    await title.fill('Mine');
    const held = await holdRequests(page, '**/work-tracking/board/tickets/*', 'PUT');
    await title.press('Enter');
    await held.sent;
    return held;
  }

  test('a save leaves the focus to whoever has begun to type elsewhere', async ({ page }) => {
    const held = await sendTitle(page);
    await comment(page).pressSequentially('Half');
    held.letGo();
    await expect(ticket(page).getByRole('heading', { name: 'Mine' })).toBeVisible();
    await expect(comment(page)).toBeFocused();
    await expect(comment(page)).toHaveValue('Half');
  });

  test('the question about a conflict does so, too', async ({ page }) => {
    const held = await sendTitle(page);
    await api.patch(`/tickets/${ref}`, { title: 'Theirs' }).expect(200);
    await comment(page).pressSequentially('Half');
    held.letGo();
    await expect(ticket(page).getByRole('alertdialog')).toBeVisible();
    await expect(comment(page)).toBeFocused();
  });
});

test('a card that is chosen while a change of others is on its way stays chosen', async ({ page }) => {
  for (const title of ['Two', 'One']) await fileTicket(api, { title });
  await openBoard(page, api);
  const choice = (title: string) => page.getByRole('checkbox', { name: `Choose “${title}”` });
  await choice('One').check();
  const held = await holdRequests(page, '**/work-tracking/board/tickets/move', 'POST');
  await page
    .getByRole('region', { name: 'The chosen tickets' })
    .getByRole('button', { name: 'Move to…' })
    .click();
  await page.getByRole('menuitem', { name: 'Blocked' }).click();
  await held.sent;
  await card(page, 'Two').getByRole('link').focus();
  await page.keyboard.press('x');
  held.letGo();
  await expect(page.getByText('1 moved.')).toBeVisible();
  await expect(choice('One')).not.toBeChecked();
  await expect(choice('Two')).toBeChecked();
});
