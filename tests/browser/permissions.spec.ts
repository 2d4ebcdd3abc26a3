import { actionId, PANEL_ACTIONS } from '../../src/plugins/work-tracking/domain/panel-actions';
import { PANEL_ROUTES } from '../../src/plugins/work-tracking/server/src/panel/routes';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileTicket, newProject } from '../support/api';
import { card, column, openBoard } from './support/board';
import { openForm } from './support/content-manager';
import { pageOf } from './support/panel';
import { expect, test } from './support/test';

test('a role without permissions sees neither link nor page nor data', async ({
  browser,
  server,
  ada: _,
}) => {
  const colleague = await newColleague(server, await logInAdmin(server), []);
  const page = await pageOf(browser, server, colleague);
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Work tracking' })).toHaveCount(0);
  await page.goto('/admin/plugins/work-tracking');
  await expect(page.getByText("You don't have the permissions to access that content")).toBeVisible();
  await page.goto('/admin/plugins/work-tracking/board');
  await expect(page.getByText("You don't have the permissions to access that content")).toBeVisible();
  for (const { method, path } of PANEL_ROUTES) {
    const send = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;
    const answer = await colleague[send[method]](`/work-tracking${path.replace(':id', 'abc')}`, {});
    expect([method, path, answer.status]).toEqual([method, path, 403]);
  }
  await page.context().close();
});

test('a role that may only read the board sees cards without handles', async ({
  browser,
  server,
  ada: _,
}) => {
  const api = await newProject(server);
  await fileTicket(api, { title: 'To look at', priority: 'P0' });
  const colleague = await newColleague(server, await logInAdmin(server), [
    { action: actionId('board.read') },
    mayInContentManager('read', 'ticket', ['title', 'state', 'project']),
  ]);
  const page = await pageOf(browser, server, colleague);
  await openBoard(page, api);
  const shown = card(column(page, 'Open'), 'To look at');
  await expect(shown).toBeVisible();
  await expect(shown.getByRole('button')).toHaveCount(0);
  await expect(shown.getByText('P0')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Board' })).toBeVisible();
  await page.context().close();
});

test('a role that may move tickets and not edit them moves one on the board and one in its form', async ({
  browser,
  server,
  ada: _,
}) => {
  test.slow();
  const api = await newProject(server);
  const { id } = await fileTicket(api, { title: 'To move' });
  const colleague = await newColleague(server, await logInAdmin(server), [
    { action: actionId('board.read') },
    { action: actionId('ticket.move') },
    mayInContentManager('read', 'ticket', ['title', 'state', 'project']),
  ]);
  const page = await pageOf(browser, server, colleague);
  await openBoard(page, api);
  await card(column(page, 'Open'), 'To move').getByRole('button', { name: 'Move “To move”' }).click();
  await page.getByRole('menuitem', { name: 'In progress' }).click();
  await expect(card(column(page, 'In progress'), 'To move')).toBeVisible();

  await openForm(page, 'ticket', id);
  await page.getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Blocked' }).click();
  await expect(page.getByText('Moved to Blocked.')).toBeVisible();
  await page.context().close();
});

test('the board says why it is empty for a role that may not read tickets', async ({
  browser,
  server,
  ada: _,
}) => {
  const colleague = await newColleague(server, await logInAdmin(server), [
    { action: actionId('board.read') },
  ]);
  const page = await pageOf(browser, server, colleague);
  await page.goto('/admin/plugins/work-tracking/board');
  await expect(
    page.getByText('Your role does not let you read this in the content manager: Ticket.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.context().close();
});

test('Settings → Roles shows a checkbox for each of the panel’s actions', async ({ page }) => {
  await page.goto('/admin/settings/roles');
  await page.getByText('Editor', { exact: true }).click();
  await page.getByRole('tab', { name: 'Plugins' }).click();
  await page.getByRole('button', { name: /^Work tracking/ }).click();
  for (const { displayName } of PANEL_ACTIONS) {
    await expect(page.getByRole('checkbox', { name: displayName, exact: true })).toBeVisible();
  }
});
