import type { Locator, Page } from '@playwright/test';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { card, openBoard } from './support/board';
import { noteIn, openInbox, opened } from './support/inbox';
import { ADA, escapeFrom, pageOf, tabTo } from './support/panel';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
});

const shortcutsOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

/** The keys that the list has for something. */
const keysFor = (dialog: Locator, does: string): Locator =>
  dialog.locator('dl > div', { has: dialog.page().getByText(does, { exact: true }) }).getByRole('definition');

test('the question mark lists the keys of the board, its cards and its tickets, and gives the focus back', async ({
  page,
}) => {
  await fileTicket(api, { title: 'Has a key' });
  await openBoard(page, api);
  const title = page.getByRole('link', { name: 'Has a key' });
  const dialog = shortcutsOf(page);
  await tabTo(page, title);
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    'On the board',
    'On a card',
    'While a card is lifted',
    'While a ticket is open beside the board',
  ]);
  await expect(keysFor(dialog, 'New ticket')).toHaveText('C');
  await expect(keysFor(dialog, 'To a card of another column')).toHaveText('← or →');
  await expect(keysFor(dialog, 'Choose all from the last one to this')).toHaveText('Shift+X');
  await expect(keysFor(dialog, 'Put it down')).toHaveText('Space or Enter');
  await expect(keysFor(dialog, 'Open the ticket of the card below')).toHaveText('↓');
  // The keys of the board do nothing behind it.
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await escapeFrom(dialog);
  await expect(title).toBeFocused();

  const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await button.focus();
  await page.keyboard.press('Enter');
  await escapeFrom(dialog);
  await expect(button).toBeFocused();

  // A ticket that is open beside the board stays open.
  await title.press('Enter');
  const ticket = page.getByRole('heading', { name: 'Has a key' });
  await expect(ticket).toBeVisible();
  await page.keyboard.press('?');
  await escapeFrom(dialog);
  await expect(ticket).toBeVisible();
});

test('a question mark that is typed is text', async ({ page }) => {
  await fileTicket(api, { title: 'Why?' });
  await openBoard(page, api);
  const search = page.getByRole('searchbox', { name: 'Title or body' });
  await search.fill('Why');
  await search.press('?');
  await expect(search).toHaveValue('Why?');
  await expect(page).toHaveURL(/text=Why%3F/);
  await expect(card(page, 'Why?')).toBeVisible();
  await expect(shortcutsOf(page)).toHaveCount(0);
});

test('the inbox lists its own keys', async ({ page }) => {
  await fileDecision(api, { title: 'Has keys' });
  await openInbox(page, api);
  const decision = await opened(page, 'Has keys');
  const dialog = shortcutsOf(page);
  await noteIn(decision).press('?');
  await expect(noteIn(decision)).toHaveValue('?');
  await expect(dialog).toHaveCount(0);
  const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await button.focus();
  await page.keyboard.press('?');
  await expect(keysFor(dialog, 'Open the next decision')).toHaveText('J');
  await expect(keysFor(dialog, 'Open the previous decision')).toHaveText('K');
  await expect(keysFor(dialog, 'Resolve, also from a field')).toHaveText('Ctrl+Enter or Cmd+Enter');
  await escapeFrom(dialog);
  await expect(button).toBeFocused();
});

test('a key for what a role may not do is not listed', async ({ browser, server }) => {
  await fileTicket(api, { title: 'Only read' });
  const colleague = await newColleague(server, await logInAdmin(server, ADA), [
    { action: actionId('board.read') },
    mayInContentManager('read', 'ticket', ['state', 'title', 'project']),
  ]);
  const page = await pageOf(browser, server, colleague);
  await openBoard(page, api);
  await expect(card(page, 'Only read')).toBeVisible();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  const dialog = shortcutsOf(page);
  await expect(keysFor(dialog, 'Open its ticket')).toHaveText('Enter');
  await expect(dialog.getByRole('heading', { name: 'While a card is lifted' })).toHaveCount(0);
  for (const does of ['New ticket', 'Open the menu of moves', 'Choose it, or not any more']) {
    await expect(keysFor(dialog, does)).toHaveCount(0);
  }
  await page.context().close();
});
