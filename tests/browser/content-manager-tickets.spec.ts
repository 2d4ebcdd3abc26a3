import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { startReceiver } from '../support/receiver';
import { expectNoFault } from './support/accessibility';
import {
  chooseProject,
  contentOf,
  formIsWhole,
  openForm,
  openList,
  sidePanel,
} from './support/content-manager';
import { pageOf } from './support/panel';
import { expect, test } from './support/test';

let api: Api;

test.beforeEach(async ({ server }) => {
  test.slow();
  api = await newProject(server);
});

test('the list shows the fields that tell tickets apart, and can be filtered', async ({ page }) => {
  await fileTicket(api, { title: 'A ticket to find', priority: 'P1', type: 'bug', effort: 'S' });
  await openList(page, 'ticket', api.projectKey);
  const headings = ['Title', 'Project', 'Status', 'Priority', 'Type', 'Effort', 'Last change'];
  for (const name of headings) await expect(page.getByRole('gridcell', { name, exact: true })).toBeVisible();
  const row = page.getByRole('row', { name: /A ticket to find/ });
  await expect(row).toContainText(api.projectKey);
  await expect(row).toContainText('P1');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('combobox', { name: 'Select field' })).toBeVisible();
});

test(
  '“Move to…” offers the allowed moves and no others, in the form and in the list',
  { tag: '@gate' },
  async ({ page }) => {
    const ticket = await fileTicket(api, { title: `Moved ${api.projectKey}` });
    await openForm(page, 'ticket', ticket.id);
    await expect(page.getByRole('combobox', { name: 'Status' })).toBeDisabled();
    await page.getByRole('button', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('It is Open.');
    const moves = dialog.getByRole('button', { name: /^(?!Close)/ });
    await expect(moves).toHaveText(['In progress', 'Blocked', 'Cancelled']);
    await expectNoFault(page, '[role=dialog]');
    await page.keyboard.press('Tab');
    await expect(moves.first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Move to…' }).click();
    await dialog.getByRole('button', { name: 'In progress' }).click();
    await expect(page.getByText('Moved to In progress.')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('in_progress');
    await expect(sidePanel(page, 'History').getByRole('listitem').first()).toContainText('Ada Lovelace');

    // The form now holds the moved ticket, so it can be saved.
    await page.getByRole('textbox', { name: 'Effort' }).fill('M');
    await page.getByRole('button', { name: 'Move to…' }).click();
    await expect(dialog).toContainText('Save or discard your changes first.');
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved document')).toBeVisible();

    await openList(page, 'ticket', api.projectKey);
    await page.getByRole('button', { name: 'Row actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row', { name: ticket.title })).toContainText('Done');
    const { body } = await api.get(`/tickets/${ticket.id}`);
    expect(body.ticket).toMatchObject({ status: 'done', effort: 'M', version: 4 });
  },
);

test('“Move to…” leads back to the beginning from a status that is out of use', async ({ page, server }) => {
  const ticket = await fileTicket(api);
  await server.run(
    (strapi, id) =>
      strapi.db.connection('work_tracking_tickets').where({ document_id: id }).update({ state: 'qa' }),
    ticket.id,
  );
  await openForm(page, 'ticket', ticket.id);
  await page.getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^(?!Close)/ })).toHaveText(['Open']);
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('open');
});

test(
  'a save that would undo what another has changed is refused, and what was typed stays',
  { tag: '@gate' },
  async ({ page }) => {
    const ticket = await fileTicket(api, { title: 'Before' });
    await openForm(page, 'ticket', ticket.id);
    await page.getByRole('textbox', { name: 'Effort' }).fill('L');
    await api.patch(`/tickets/${ticket.id}`, { title: 'By another' }).expect(200);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByText('This was changed meanwhile (it is at version 2, you have 1).'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
    await expect(page.getByRole('textbox', { name: 'Effort' })).toHaveValue('L');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await formIsWhole(page);
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('By another');
    await page.getByRole('textbox', { name: 'Effort' }).fill('L');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved document')).toBeVisible();
    const { body } = await api.get(`/tickets/${ticket.id}`);
    expect(body.ticket).toMatchObject({ title: 'By another', effort: 'L', version: 3 });
  },
);

test('labels are typed one by one in the form, and what is left in the field is saved too', async ({
  page,
}) => {
  const ticket = await fileTicket(api, { title: 'Labelled', labels: ['old', 'kept'] });
  await openForm(page, 'ticket', ticket.id);
  await page.getByRole('button', { name: 'Take away the label old' }).click();
  await page.getByRole('textbox', { name: 'Add a label' }).fill('两个字');
  await page.keyboard.press('Enter');
  const labels = page.getByRole('list', { name: 'Labels' }).getByRole('listitem');
  await expect(labels).toContainText(['kept', '两个字']);
  await expect(labels).toHaveCount(2);
  await expectNoFault(page, '[aria-label="Labels"]');
  await page.keyboard.type('last');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved document')).toBeVisible();
  const { body } = await api.get(`/tickets/${ticket.id}`);
  expect(body.ticket).toMatchObject({ labels: ['kept', '两个字', 'last'], version: 2 });
});

test('beside a ticket are its history, page by page, and the deliveries of its events', async ({ page }) => {
  const receiver = await startReceiver();
  await subscribe(api, receiver.url, { event_types: ['ticket.created', 'ticket.updated'] });
  const ticket = await fileTicket(api);
  for (let step = 1; step <= 11; step += 1) await api.patch(`/tickets/${ticket.id}`, { title: `${step}` });
  await receiver.until(12);
  await openForm(page, 'ticket', ticket.id);
  const history = sidePanel(page, 'History');
  await expect(history.getByRole('listitem')).toHaveCount(10);
  await expect(history.getByRole('listitem').first()).toContainText('Changed');
  await expect(history.getByRole('listitem').first()).toContainText('token');
  await history.getByRole('button', { name: 'Load more' }).click();
  await expect(history.getByRole('listitem')).toHaveCount(12);
  await expect(history.getByRole('listitem').last()).toContainText('Created');

  const newest = sidePanel(page, 'Deliveries').getByRole('listitem').first();
  await expect(newest).toContainText('ticket.updated');
  await expect(newest).toContainText('Delivered');
  const { body } = await api.get('/webhooks/deliveries?limit=1');
  await expect(newest.getByRole('link', { name: receiver.url })).toHaveAttribute(
    'href',
    `/admin/plugins/work-tracking/deliveries/${body.deliveries[0].id}`,
  );
  await expectNoFault(page, 'aside:has(ol)');
  await page.evaluate(() => localStorage.setItem('STRAPI_THEME', 'dark'));
  await page.reload();
  await formIsWhole(page);
  await expect(newest).toContainText('Delivered');
  await expectNoFault(page, 'aside:has(ol)');
  await page.evaluate(() => localStorage.removeItem('STRAPI_THEME'));
  await receiver.close();
});

test('a refused create or delete says why', async ({ page }) => {
  const kept = await fileTicket(api);
  // Create: without a project, then with one.
  await openForm(page, 'ticket');
  await page.getByRole('textbox', { name: 'Title' }).fill('By hand');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .getByText('Choose the project that this belongs to.')
      .first(),
  ).toBeVisible();
  await chooseProject(page, api.projectKey);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Move to…' })).toBeVisible();

  // Delete, alone and with others: a project that is not empty.
  const refusal = `Project ${api.projectKey} can't be deleted: it still has 2 tickets.`;
  await openForm(page, 'project', api.tenantId);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(refusal)).toBeVisible();
  await page.goto(`${contentOf('project')}?filters[$and][0][key][$eq]=${api.projectKey}`);
  await page.getByRole('checkbox', { name: 'Select all entries' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(refusal)).toBeVisible();
  await expect(page.getByText('An error occurred')).toHaveCount(0);
  await api.get(`/tickets/${kept.id}`).expect(200);
});

test('a role sees only the parts that it has permissions for', async ({ browser, server }) => {
  const ticket = await fileTicket(api, { title: 'Only to read' });
  const fields = ['title', 'state', 'project'];
  const admin = await logInAdmin(server);
  const reader = await newColleague(server, admin, [
    mayInContentManager('read', 'ticket', fields),
    mayInContentManager('update', 'ticket', ['title']),
  ]);
  const page = await pageOf(browser, server, reader);
  await openForm(page, 'ticket', ticket.id);
  await expect(page.getByRole('heading', { name: 'Only to read' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move to…' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toHaveCount(0);
  await page.context().close();
});
