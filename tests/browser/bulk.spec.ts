import type { Page } from '@playwright/test';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileTicket, newProject, ticketIn, type Api } from '../support/api';
import { insertTickets } from '../support/tickets';
import { expectNoFault } from './support/accessibility';
import { card, column, openBoard, said, suggestedFor } from './support/board';
import { pageOf, tabTo } from './support/panel';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
});

const bar = (page: Page) => page.getByRole('region', { name: 'The chosen tickets' });
const choice = (page: Page, title: string) => page.getByRole('checkbox', { name: `Choose “${title}”` });
const ticket = async (id: string) => (await api.get(`/tickets/${id}`).expect(200)).body.ticket;

/** Puts the keyboard's focus on a card. */
const focusOn = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true }).focus();

async function fileSome(...titles: string[]) {
  const tickets = [];
  // The latest is on top of its column, so the first is filed last.
  for (const title of [...titles].reverse()) tickets.unshift(await fileTicket(api, { title }));
  return tickets;
}

test('X chooses the card with the focus, a bar moves what is chosen, and Escape chooses nothing', async ({
  page,
}) => {
  const [one, two, three] = await fileSome('One', 'Two', 'Three');
  await openBoard(page, api);
  await focusOn(page, 'One');
  await page.keyboard.press('x');
  await expect(choice(page, 'One')).toBeChecked();
  await said(page, '1 chosen');
  await page.keyboard.press('Escape');
  await expect(choice(page, 'One')).not.toBeChecked();
  await expect(bar(page)).toBeHidden();

  await page.keyboard.press('x');
  await focusOn(page, 'Two');
  await page.keyboard.press('x');
  await said(page, '2 chosen');
  await expectNoFault(page);
  await tabTo(page, bar(page).getByRole('button', { name: 'Move to…' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['In progress', 'Blocked', 'Cancelled']);
  await page.getByRole('menuitem', { name: 'Blocked' }).press('Enter');
  await expect(page.getByText('2 moved.')).toBeVisible();
  await expect(card(column(page, 'Blocked'), 'One')).toBeVisible();
  await expect(card(column(page, 'Blocked'), 'Two')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(card(column(page, 'Blocked'), 'Two').locator(':focus')).toHaveCount(1);
  expect([await ticket(one.id), await ticket(two.id), await ticket(three.id)]).toMatchObject([
    { status: 'blocked', version: 2 },
    { status: 'blocked', version: 2 },
    { status: 'open', version: 1 },
  ]);
});

test('Shift and a click chooses from the last one to this; in another column, this one', async ({ page }) => {
  await fileSome('One', 'Two', 'Three', 'Four');
  const blocked = await ticketIn(api, 'blocked');
  await openBoard(page, api);
  await choice(page, 'Two').click();
  await card(page, 'Four').click({ modifiers: ['Shift'], position: { x: 40, y: 90 } });
  for (const title of ['Two', 'Three', 'Four']) await expect(choice(page, title)).toBeChecked();
  await expect(choice(page, 'One')).not.toBeChecked();
  // The title is a link, which would open a window.
  await page.getByRole('link', { name: blocked.title }).click({ modifiers: ['Shift'] });
  await expect(choice(page, blocked.title)).toBeChecked();
  await said(page, '4 chosen');
  await choice(page, 'Three').click();
  await said(page, '3 chosen');
  expect(page.context().pages()).toHaveLength(1);
  await bar(page).getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
});

test('what is refused is listed with its reason and stays chosen', async ({ page }) => {
  await fileSome('Goes', 'Goes too');
  const done = await ticketIn(api, 'done');
  const gone = await fileTicket(api, { title: 'Vanishes' });
  await openBoard(page, api);
  for (const title of ['Goes', 'Goes too', done.title, 'Vanishes']) await choice(page, title).click();
  // The board has not heard of it when the request is sent.
  await page.route('**/board/changes', (route) => route.abort());
  await api.delete(`/tickets/${gone.id}`).expect(200);
  await bar(page).getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('menuitem', { name: 'Blocked' }).click();
  const summary = page.getByRole('dialog', { name: '2 moved, 2 refused' });
  await expect(summary.getByRole('listitem')).toHaveText([
    new RegExp(`${done.ref} · ${done.title}.*can't move from done to blocked`),
    new RegExp(`${gone.ref} · Vanishes.*no longer there`),
  ]);
  await expectNoFault(page, '[role="dialog"]');
  await page.unroute('**/board/changes');
  await page.keyboard.press('Escape');
  await expect(summary).toBeHidden();
  await expect(bar(page).getByRole('button', { name: 'Move to…' })).toBeFocused();
  await expect(choice(page, done.title)).toBeChecked();
  // The next look of the board finds one of the two.
  await said(page, '1 chosen');
  await expect(card(page, 'Vanishes')).toHaveCount(0);
});

test('the selection outlasts the refreshing, and what the filters match no longer leaves it', async ({
  page,
}) => {
  const [stays, leaves] = await fileSome('Stays', 'Leaves');
  await page.goto(`/admin/plugins/work-tracking/board?project=${api.tenantId}&priority=P2`);
  await choice(page, 'Stays').click();
  await choice(page, 'Leaves').click();
  await said(page, '2 chosen');
  await api.patch(`/tickets/${stays.id}`, { status: 'in_progress' }).expect(200);
  await expect(card(column(page, 'In progress'), 'Stays')).toBeVisible();
  await expect(choice(page, 'Stays')).toBeChecked();
  await said(page, '2 chosen');
  await api.patch(`/tickets/${leaves.id}`, { priority: 'P0' }).expect(200);
  await said(page, '1 chosen');
  // It is known as it is now: from in progress it may be done.
  await bar(page).getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await expect.poll(async () => (await ticket(stays.id)).status).toBe('done');
});

test('chosen tickets are assigned to somebody, and get and lose labels', async ({ page, server }) => {
  const [one, two] = await fileSome('One', 'Two');
  await api.patch(`/tickets/${one.id}`, { labels: ['ui'] }).expect(200);
  const other = await newProject(server);
  const elsewhere = `only-${other.projectKey}`;
  await fileTicket(other, { labels: [elsewhere] });
  await openBoard(page, api);
  const choose = async () => {
    await choice(page, 'One').click();
    await choice(page, 'Two').click();
  };
  await choose();
  await bar(page).getByRole('button', { name: 'Assign…' }).click();
  const assigning = page.getByRole('dialog', { name: 'Assign 2 tickets' });
  await expect(assigning.getByRole('combobox', { name: 'To' })).toBeFocused();
  await page.keyboard.type('Ada');
  await page.getByRole('option', { name: 'Ada Lovelace' }).click();
  await expectNoFault(page, '[role="dialog"]');
  await assigning.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('2 changed.')).toBeVisible();
  await expect(card(page, 'One').getByText('Ada Lovelace')).toBeVisible();
  expect(await ticket(two.id)).toMatchObject({ assignee: { name: 'Ada Lovelace' } });

  await choose();
  await bar(page).getByRole('button', { name: 'Add label' }).click();
  const label = page.getByRole('dialog').getByLabel('Label');
  await expect(label).toBeFocused();
  await expect.poll(() => suggestedFor(label)).toEqual(expect.arrayContaining(['ui', elsewhere]));
  await page.keyboard.type('next');
  await page.keyboard.press('Enter');
  await expect(card(page, 'Two').getByText('next')).toBeVisible();
  expect((await ticket(one.id)).labels).toEqual(['ui', 'next']);

  await choose();
  await bar(page).getByRole('button', { name: 'Remove label' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove a label from 2 tickets' });
  await removing.getByRole('combobox', { name: 'Label' }).click();
  await expect(page.getByRole('option')).toHaveText(['next', 'ui']);
  await page.getByRole('option', { name: 'ui' }).click();
  await removing.getByRole('button', { name: 'Remove label' }).click();
  await expect(page.getByText('1 changed, 1 was so already.')).toBeVisible();
  await expect(removing).toBeHidden();
  expect((await ticket(one.id)).labels).toEqual(['next']);
});

test('a range reaches over pages that are out of sight, up to 200 tickets', async ({ page, server }) => {
  const many = Array.from({ length: 230 }, (_, index) => ({ title: `T${index}`, createdAt: index * 1000 }));
  await insertTickets(server, api.tenantId, many);
  await openBoard(page, api);
  await choice(page, 'T229').click();
  await column(page, 'Open').hover();
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    expect(await choice(page, 'T0').count()).toBe(1);
  }).toPass({ timeout: 60_000, intervals: [100] });
  await choice(page, 'T0').click({ modifiers: ['Shift'] });
  await said(page, '200 chosen');
  await expect(page.getByText('At most 200 tickets are changed at once.')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('menuitem', { name: 'Cancelled' }).click();
  await expect(page.getByText('200 moved.')).toBeVisible({ timeout: 30_000 });
  await expect(column(page, 'Open').getByLabel('30 tickets')).toBeVisible();
});

test('on a phone the bar stays in sight', async ({ page }) => {
  await fileSome('One', 'Two');
  await page.setViewportSize({ width: 390, height: 700 });
  await openBoard(page, api);
  await choice(page, 'One').click();
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
});

test('who may neither move, assign nor label chooses nothing; who may label only is offered that', async ({
  browser,
  server,
}) => {
  await fileSome('One');
  const admin = await logInAdmin(server);
  const read = [
    { action: actionId('board.read') },
    mayInContentManager('read', 'ticket', ['title', 'state', 'project', 'labels']),
    mayInContentManager('read', 'project', ['key', 'name']),
  ];
  const reader = await newColleague(server, admin, read);
  const page = await pageOf(browser, server, reader);
  await openBoard(page, api);
  await expect(card(page, 'One')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await focusOn(page, 'One');
  await page.keyboard.press('x');
  await expect(bar(page)).toBeHidden();
  await page.context().close();

  const labeller = await newColleague(server, admin, [
    ...read,
    mayInContentManager('update', 'ticket', ['labels']),
  ]);
  const other = await pageOf(browser, server, labeller);
  await openBoard(other, api);
  await choice(other, 'One').click();
  await expect(bar(other).getByRole('button')).toHaveText(['Add label', 'Clear']);
  await other.context().close();
});
