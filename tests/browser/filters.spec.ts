import { fileDecision, fileTicket, newProject, subscribe } from '../support/api';
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
  // What is typed and is no project falls back to the one before.
  await filter.fill('no such project');
  await page.keyboard.press('Tab');
  await expect(filter).toHaveValue(api.projectKey);
  await expect(verdict).toHaveValue('typed');
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
