import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { newProject, type Api } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { card, column, openBoard } from './support/board';
import { pageOf } from './support/panel';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
});

const tickets = async () => (await api.get('/tickets').expect(200)).body.tickets;

test(
  'C opens a form, Enter files the ticket in the project that the board shows, and the focus comes back',
  { tag: '@gate' },
  async ({ page }) => {
    await openBoard(page, api);
    const button = page.getByRole('button', { name: 'New ticket', exact: true });
    await button.focus();
    await page.keyboard.press('c');
    const form = page.getByRole('dialog', { name: 'New ticket' });
    await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await expectNoFault(page);
    await page.keyboard.press('Enter');
    await expect(form.getByText('Give it a title.')).toBeVisible();
    await page.keyboard.type('Coffee runs out');
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
    await expect(page.getByText(`${api.projectKey}-1 is filed.`)).toBeVisible();
    await expect(card(column(page, 'Open'), 'Coffee runs out')).toBeVisible();
    await expect(button).toBeFocused();
    expect(await tickets()).toMatchObject([{ title: 'Coffee runs out', status: 'open', priority: 'P2' }]);
  },
);

test('Escape takes back what an input method composes, and not the form', async ({ page }) => {
  await openBoard(page, api);
  await page.keyboard.press('c');
  const title = page.getByRole('dialog', { name: 'New ticket' }).getByRole('textbox', { name: 'Title' });
  await title.fill('コーヒー');
  await title.dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true });
  await expect(title).toHaveValue('コーヒー');
  await title.press('Escape');
  await expect(title).toBeHidden();
});

test('the plus in the column of new tickets files one with the filtered priority; Shift+Enter opens it', async ({
  page,
}) => {
  await page.goto(`/admin/plugins/work-tracking/board?project=${api.tenantId}&priority=P1`);
  await expect(page.getByRole('button', { name: /^New ticket in/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'New ticket in Open' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Urgent');
  await page.keyboard.press('Shift+Enter');
  await expect(page).toHaveURL(new RegExp(`/board/${api.projectKey}-1\\?`));
  await expect(page.getByRole('heading', { name: 'Urgent' })).toBeVisible();
  expect(await tickets()).toMatchObject([{ title: 'Urgent', priority: 'P1' }]);
});

test('a project is asked for where the board shows all; C in a field is a letter', async ({
  page,
  server,
}) => {
  const other = await newProject(server);
  await page.goto('/admin/plugins/work-tracking/board');
  await page.getByRole('searchbox', { name: 'Title or body' }).click();
  await page.keyboard.type('c');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('search').getByRole('combobox', { name: 'Due' }).focus();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'New ticket', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New ticket' });
  await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Theirs');
  // Refused, it is no wish any more to open the ticket.
  await page.keyboard.press('Shift+Enter');
  await expect(form.getByText('Choose its project.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: new RegExp(other.projectKey) }).click();
  await form.getByRole('button', { name: 'File it' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText(`${other.projectKey}-1 is filed.`)).toBeVisible();
  await expect(page).toHaveURL(/\/board\?text=c$/);
  expect((await other.get('/tickets').expect(200)).body.tickets).toMatchObject([{ title: 'Theirs' }]);
  expect(await tickets()).toEqual([]);
});

test('who may not create tickets is offered none', async ({ browser, server }) => {
  const reader = await newColleague(server, await logInAdmin(server), [
    { action: actionId('board.read') },
    mayInContentManager('read', 'ticket', ['title', 'state', 'project']),
    mayInContentManager('read', 'project', ['key', 'name']),
  ]);
  const page = await pageOf(browser, server, reader);
  await openBoard(page, api);
  await expect(page.getByRole('button', { name: /New ticket/ })).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().close();
});
