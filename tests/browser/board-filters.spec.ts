import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileTicket, newProject, type Api } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { card, column, openBoard, suggestedFor } from './support/board';
import { ADA, pageOf } from './support/panel';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();

test('filters combine, are in the address, and are cleared at once', async ({ page }) => {
  await fileTicket(api, { title: 'Mine', assignee: '1', labels: ['ui'], type: 'bug', due_at: inDays(3) });
  await fileTicket(api, { title: 'Of nobody', labels: ['ui'], type: 'task' });
  await openBoard(page, api);
  const filters = page.getByRole('search');
  await filters.getByRole('combobox', { name: 'Assignee' }).click();
  await page.getByRole('option', { name: 'Nobody' }).click();
  await expect(card(page, 'Mine')).toBeHidden();
  await expect(card(page, 'Of nobody')).toBeVisible();
  await filters.getByRole('combobox', { name: 'Assignee' }).click();
  await page.getByRole('option', { name: 'Me', exact: true }).click();
  await expect(card(page, 'Mine')).toBeVisible();
  await expect(card(page, 'Of nobody')).toBeHidden();
  await filters.getByRole('combobox', { name: 'Label' }).fill('ui');
  await filters.getByRole('textbox', { name: 'Type' }).fill('bug');
  // The board filters by a typed text after a pause.
  await expect(page).toHaveURL(/type=bug/);
  await filters.getByRole('combobox', { name: 'Due' }).click();
  await page.getByRole('option', { name: 'In the next 7 days' }).click();
  await expect(page).toHaveURL(/assignee=me&label=ui&type=bug&due=soon$/);
  await expect(card(page, 'Mine')).toBeVisible();
  await expect(column(page, 'Open').getByLabel('1 ticket')).toBeVisible();
  await page.reload();
  await expect(filters.getByRole('combobox', { name: 'Label' })).toHaveValue('ui');
  await expect(filters.getByRole('combobox', { name: 'Assignee' })).toContainText('Me');
  await expect(card(page, 'Mine')).toBeVisible();
  await filters.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/board$/);
  await expect(filters.getByRole('combobox', { name: 'Label' })).toHaveValue('');
});

test('the label filter suggests the labels of the chosen project’s tickets', async ({ page, server }) => {
  await fileTicket(api, { title: 'Two labels', labels: ['needs design', 'Backend'] });
  await fileTicket(api, { title: 'One label', labels: ['Backend'] });
  const other = await newProject(server);
  const elsewhere = `only-${other.projectKey}`;
  await fileTicket(other, { labels: [elsewhere] });
  await openBoard(page, api);
  const label = page.getByRole('search').getByRole('combobox', { name: 'Label' });
  await label.focus();
  await expect.poll(() => suggestedFor(label)).toEqual(['Backend', 'needs design']);
  await label.fill('needs design');
  await expect(page).toHaveURL(/label=needs(\+|%20)design$/);
  await expect(card(page, 'Two labels')).toBeVisible();
  await expect(card(page, 'One label')).toBeHidden();

  // One that was given since, and of every project where none is chosen.
  await fileTicket(api, { labels: ['Amended'] });
  await page.goto('/admin/plugins/work-tracking/board');
  await label.focus();
  await expect
    .poll(() => suggestedFor(label))
    .toEqual(expect.arrayContaining(['Amended', 'Backend', elsewhere]));
});

test('a ref in any case and Enter goes straight to its ticket, with the other filters', async ({ page }) => {
  const { ref } = await fileTicket(api, { title: 'Straight to it' });
  await page.goto('/admin/plugins/work-tracking/board?priority=P2');
  const box = page.getByRole('searchbox', { name: 'Title or body' });
  await expect(column(page, 'Open')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Project' })).toBeVisible();
  await box.fill(String(ref).toLowerCase());
  await box.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/board/${String(ref)}\\?priority=P2$`));
  await expect(box).toHaveValue('');
  // The board searches for a text that is no ref.
  await box.fill('no-such-project-1');
  await box.press('Enter');
  await expect(page).toHaveURL(/text=no-such-project-1/);
});

test('columns are sorted by priority and by when tickets are due', async ({ page }) => {
  await fileTicket(api, { title: 'Urgent', priority: 'P0' });
  await fileTicket(api, { title: 'Due soon', priority: 'P3', due_at: inDays(1) });
  await fileTicket(api, { title: 'Latest', priority: 'P1' });
  await openBoard(page, api);
  const titles = column(page, 'Open').getByRole('article').getByRole('link');
  await expect(titles).toHaveText(['Latest', 'Due soon', 'Urgent']);
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await sort.click();
  await page.getByRole('option', { name: 'Urgent first' }).click();
  await expect(titles).toHaveText(['Urgent', 'Latest', 'Due soon']);
  await expect(page).toHaveURL(/sort=priority/);
  await sort.click();
  await page.getByRole('option', { name: 'Due soonest first' }).click();
  await expect(titles).toHaveText(['Due soon', 'Latest', 'Urgent']);
  await sort.click();
  await page.getByRole('option', { name: 'Last change first' }).click();
  await expect(page).not.toHaveURL(/sort=/);
});

test('what the address filters by and is not there is removed from it, all at once', async ({ page }) => {
  await page.goto('/admin/plugins/work-tracking/board?project=gone&assignee=99999&priority=P9&due=x&text=a');
  await expect(column(page, 'Open')).toBeVisible();
  await expect(page).toHaveURL(/board\?due=x&text=a$/);
});

test('on a narrow screen a button with their number opens the filters', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openBoard(page, api);
  const filters = page.getByRole('search');
  await expect(filters).toBeHidden();
  const toggle = page.getByRole('button', { name: 'Filters (1)' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(filters.getByRole('combobox', { name: 'Assignee' })).toBeVisible();
  await expectNoFault(page);
  await toggle.click();
  await expect(filters).toBeHidden();
});

test('the tickets of somebody whom none can be assigned to any more are found', async ({ page, server }) => {
  const ada = await logInAdmin(server, ADA);
  const grace = await newColleague(server, ada, [{ action: actionId('ticket.move') }]);
  await fileTicket(api, { title: 'Of somebody who left', assignee: grace.id });
  await fileTicket(api, { title: 'Of nobody' });
  await ada.put(`/admin/users/${grace.id}`, { isActive: false }).expect(200);
  await page.goto(`/admin/plugins/work-tracking/board?project=${api.tenantId}&assignee=${grace.id}`);
  await expect(card(page, 'Of somebody who left')).toBeVisible();
  await expect(card(page, 'Of nobody')).toBeHidden();
  await expect(page.getByRole('search').getByRole('combobox', { name: 'Assignee' })).toHaveText(
    /Grace Hopper/,
  );
  await expect(page).toHaveURL(new RegExp(`assignee=${grace.id}$`));
});

test('a role sees the filters of the fields that it may read', async ({ browser, server }) => {
  const colleague = await newColleague(server, await logInAdmin(server, ADA), [
    { action: actionId('board.read') },
    mayInContentManager('read', 'ticket', ['state', 'title', 'priority']),
  ]);
  const page = await pageOf(browser, server, colleague);
  await page.goto('/admin/plugins/work-tracking/board');
  const filters = page.getByRole('search');
  await expect(filters.getByRole('combobox', { name: 'Priority' })).toBeVisible();
  for (const name of ['Project', 'Assignee', 'Due', 'Label']) {
    await expect(filters.getByRole('combobox', { name })).toBeHidden();
  }
  await expect(filters.getByRole('textbox')).toHaveCount(0);
  await filters.getByRole('combobox', { name: 'Sort by' }).click();
  await expect(page.getByRole('option')).toHaveText(['Last change first', 'Urgent first']);
  await page.context().close();
});
