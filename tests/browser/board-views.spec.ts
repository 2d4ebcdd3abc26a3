import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileTicket, newProject, type Api } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { card, column, openBoard } from './support/board';
import { ADA, pageOf } from './support/panel';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
});

test('filters are saved as a view, applied, renamed and deleted', async ({ page }) => {
  await fileTicket(api, { title: 'My bug', assignee: '1', type: 'bug' });
  await fileTicket(api, { title: 'Another' });
  const name = `My open bugs ${api.projectKey}`;
  await page.goto(`/admin/plugins/work-tracking/board?project=${api.tenantId}&assignee=me&type=bug`);
  await expect(card(page, 'My bug')).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as view…' }).click();
  const dialog = page.getByRole('dialog');
  await expectNoFault(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Give it a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const current = page.getByRole('button', { name: `View: ${name}` });
  await expect(current).toBeVisible();

  // Its name is shown while its filters are.
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(current).toBeHidden();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(current).toBeVisible();
  await expect(page).toHaveURL(/assignee=me&type=bug/);
  await expect(card(page, 'My bug')).toBeVisible();
  await expect(card(page, 'Another')).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Type' })).toHaveValue('bug');

  await current.click();
  await page.getByRole('menuitem', { name: /^Save as view/ }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('You already have a view with that name.')).toBeVisible();
  await page.keyboard.press('Escape');

  await current.click();
  await page.getByRole('menuitem', { name: /^Rename or share/ }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Bugs ${api.projectKey}`);
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('button', { name: `View: Bugs ${api.projectKey}` });
  await expect(renamed).toBeVisible();

  await page.getByRole('textbox', { name: 'Type' }).fill('idea');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: `Keep these filters in “Bugs ${api.projectKey}”` }).click();
  await expect(renamed).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Type' })).toHaveValue('idea');
  await expect(renamed).toBeVisible();

  await renamed.click();
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the view' }).click();
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  await expect(renamed).toBeHidden();
});

test('a shared view says whose it is to the people of the role, who cannot change it', async ({
  browser,
  page,
  server,
}) => {
  const admin = await logInAdmin(server, ADA);
  await fileTicket(api, { title: 'Teamwork' });
  await page.goto('/admin/plugins/work-tracking/board?text=Teamwork');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as view…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(`Team ${api.projectKey}`);
  await page.getByRole('dialog').getByRole('combobox', { name: 'Share with' }).click();
  await page.getByRole('option', { name: 'Super Admin' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const own = page.getByRole('button', { name: `View: Team ${api.projectKey}` });
  await expect(own).toBeVisible();
  const peer = await newColleague(server, admin, [
    { action: actionId('board.read') },
    mayInContentManager('read', 'ticket', ['state', 'title']),
  ]);
  const users = await admin.get(`/admin/users?filters[email]=${peer.email}`).expect(200);
  await admin.put(`/admin/users/${users.body.data.results[0].id}`, { roles: [1] }).expect(200);
  const theirs = await pageOf(browser, server, peer);
  await openBoard(theirs, api);
  await theirs.getByRole('button', { name: 'Views' }).click();
  await theirs.getByRole('menuitem', { name: `Team ${api.projectKey} (Ada Lovelace)` }).click();
  await expect(card(column(theirs, 'Open'), 'Teamwork')).toBeVisible();
  await theirs.getByRole('button', { name: `View: Team ${api.projectKey} (Ada Lovelace)` }).click();
  await expect(theirs.getByRole('menuitem', { name: /^(Rename|Delete)/ })).toHaveCount(0);
  await theirs.context().close();
  await own.click();
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the view' }).click();
  await expect(own).toBeHidden();
});
