import { fileDecision, fileTicket, newProject, subscribe } from '../support/api';
import { withCopies } from '../support/copies';
import { card, column } from './support/board';
import { CONSOLE } from './support/deliveries';
import { expect, test } from './support/test';

const BASE = '/admin/plugins/work-tracking';
const GONE = 'abcdefghijklmnopqrstuvwx';

test('going through the inbox’s filter, or clicking beside it, changes nothing', async ({ page, server }) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'First' });
  const { id } = await fileDecision(api, { title: 'Second' });
  await page.goto(`${BASE}/inbox/${id}`);
  const verdict = page.getByRole('article', { name: 'Second' }).getByRole('textbox', { name: 'Verdict' });
  await verdict.fill('typed');
  const filter = page.getByRole('combobox', { name: 'Project' });
  for (const leave of [
    () => page.keyboard.press('Tab'),
    () => page.getByRole('heading', { level: 1 }).click(),
  ]) {
    await filter.focus();
    await leave();
    await expect(filter).not.toBeFocused();
    await expect(page).toHaveURL(new RegExp(`/inbox/${id}$`));
    await expect(verdict).toHaveValue('typed');
  }

  await page.goto(`${BASE}/inbox/${id}?project=${api.tenantId}`);
  await expect(filter).toHaveValue(api.projectKey);
  await verdict.fill('typed');
  await filter.focus();
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(`${server.url}${BASE}/inbox/${id}?project=${api.tenantId}`);
  await expect(verdict).toHaveValue('typed');
  // A typed text that is no project falls back to the project before.
  await filter.fill('no such project');
  await page.keyboard.press('Tab');
  await expect(filter).toHaveValue(api.projectKey);
  await expect(verdict).toHaveValue('typed');
});

test('a time that is being typed leaves the filter as it is until all of it is there', async ({ page }) => {
  await page.goto(CONSOLE);
  await page.getByRole('combobox', { name: 'Time' }).click();
  await page.getByRole('option', { name: 'From … to …' }).click();
  const from = page.getByLabel('From', { exact: true });
  const to = page.getByLabel('To', { exact: true });
  await expect(page).toHaveURL(/since=/);
  const address = page.url();
  await from.focus();
  await page.keyboard.press('Backspace');
  expect(await from.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true);
  await to.focus();
  await expect(from).toBeVisible();
  expect(page.url()).toBe(address);
  await from.fill('2026-02-03T04:05');
  await expect(page).toHaveURL(/since=2026-02-03T03%3A05/);
  await from.fill('');
  await expect(page).not.toHaveURL(/since=/);
  await expect(from).toBeVisible();
});

test('filters that are refused leave no tickets of the ones before', async ({ page, server }) => {
  const api = await newProject(server);
  await fileTicket(api, { title: 'Of the filters before' });
  await page.goto(`${BASE}/board?project=${api.tenantId}`);
  await expect(card(page, 'Of the filters before')).toBeVisible();
  await page.route(/\/work-tracking\/board.*text=refused/, (route) =>
    route.fulfill({
      status: 403,
      json: { data: null, error: { status: 403, name: 'ForbiddenError', message: 'Forbidden' } },
    }),
  );
  await page.getByRole('searchbox', { name: 'Title or body' }).fill('refused');
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
  await expect(card(page, 'Of the filters before')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Title or body' }).fill('filters');
  await expect(card(page, 'Of the filters before')).toBeVisible();
});

test('a project that is unknown is taken out of the address of the inbox and of the board', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'Still to be seen' });
  await fileTicket(api, { title: 'Still to be seen' });
  for (const unknown of ['undefined', GONE]) {
    await page.goto(`${BASE}/inbox?project=${unknown}`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Still to be seen' }).first()).toBeVisible();
    await expect(page).not.toHaveURL(/project=/);
    await page.goto(`${BASE}/board?project=${unknown}&text=Still`);
    await expect(card(column(page, 'Open'), 'Still to be seen').first()).toBeVisible();
    await expect(page).toHaveURL(/board\?text=Still$/);
  }
});

test('the deliveries’ filters are left alone by the Tab key, and unknown values in the address count as none', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  await subscribe(api, 'http://127.0.0.1:9/hook', { event_types: ['ticket.updated'] });
  await page.goto(
    `${CONSOLE}?project=${GONE}&state=lost&eventType=none&period=century&since=yesterday&until=never`,
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const filters = page.getByRole('search');
  await expect(filters.getByRole('combobox', { name: 'Project' })).toHaveValue('');
  await expect(page).not.toHaveURL(/project=/);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);

  await page.goto(CONSOLE);
  for (const name of ['Project', 'Subscription']) {
    await filters.getByRole('combobox', { name }).focus();
    await page.keyboard.press('Tab');
    await expect(filters.getByRole('combobox', { name })).not.toBeFocused();
  }
  await expect(page).toHaveURL(`${server.url}${CONSOLE}`);
  // Without a subscription there is nothing to count, and nothing to be refused.
  await page.getByRole('button', { name: 'Bulk resend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Subscription' }).focus();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('status')).toHaveText('Choose a subscription to count its deliveries.');
});

test('one of more than a hundred projects or subscriptions is shown in its filter, and stays when the focus passes', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const url = `http://127.0.0.1:9/${api.projectKey}`;
  const { id } = await subscribe(api, url, { event_types: ['ticket.updated'] });
  const passThrough = async (address: string, name: string, value: string) => {
    await page.goto(address);
    const filter = page.getByRole('combobox', { name });
    await expect(filter).toHaveValue(value);
    await filter.focus();
    await page.keyboard.press('Tab');
    await expect(filter).not.toBeFocused();
    await expect(filter).toHaveValue(value);
    await expect(page).toHaveURL(`${server.url}${address}`);
  };
  await withCopies(server, { table: 'work_tracking_projects', id: api.tenantId, named: 'key' }, async () => {
    for (const path of ['board', 'inbox', 'deliveries']) {
      await passThrough(`${BASE}/${path}?project=${api.tenantId}`, 'Project', api.projectKey);
    }
  });
  await withCopies(server, { table: 'work_tracking_webhook_subscriptions', id, named: 'url' }, () =>
    passThrough(`${CONSOLE}?subscription=${id}`, 'Subscription', url),
  );
});

test('a project that is taken out of the filters elsewhere does not come back when the focus passes', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  await page.goto(`${BASE}/board?project=${api.tenantId}`);
  const filter = page.getByRole('combobox', { name: 'Project' });
  await expect(filter).toHaveValue(api.projectKey);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(filter).toHaveValue('');
  await filter.focus();
  await page.keyboard.press('Tab');
  await expect(filter).not.toBeFocused();
  await expect(filter).toHaveValue('');
  await expect(page).toHaveURL(`${server.url}${BASE}/board`);
});
