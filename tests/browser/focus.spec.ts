import type { Locator, Page } from '@playwright/test';
import { fileTicket, newProject, subscribe, tokenFor, type Api } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { startReceiver } from '../support/receiver';
import { openBoard } from './support/board';
import { openConsole, rows } from './support/deliveries';
import { expect, test } from './support/test';

const PAGES = '/admin/plugins/work-tracking';

let api: Api;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
});

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });

/** Does something with the keyboard. */
async function press(target: Locator): Promise<void> {
  await target.focus();
  await target.press('Enter');
}

test('when a token is revoked, the one before has the focus; a new one gives it back to its button', async ({
  page,
  server,
}) => {
  await tokenFor(server, api.projectKey, { name: `First ${api.projectKey}` });
  await tokenFor(server, api.projectKey, { name: `Second ${api.projectKey}` });
  await page.goto(`${PAGES}/tokens`);
  const revokers = page.getByRole('region', { name: 'Tokens' }).getByRole('button', { name: /^Revoke/ });
  await expect(revokers.getByText(`Revoke Second ${api.projectKey}`)).toBeVisible();
  const names = await revokers.evaluateAll((all) => all.map((one) => one.textContent));
  const place = names.findIndex((name) => name === `Revoke Second ${api.projectKey}`);
  await press(revokers.nth(place));
  const question = page.getByRole('alertdialog');
  await press(button(question, 'Cancel'));
  await expect(revokers.nth(place)).toBeFocused();
  await press(revokers.nth(place));
  await press(button(question, 'Revoke'));
  await expect(revokers).toHaveCount(names.length - 1);
  await expect(page.getByRole('region', { name: 'Tokens' }).locator('button:focus')).toHaveCount(1);

  const issue = button(page, `Issue a token for ${api.projectKey}`);
  await press(issue);
  await press(page.getByRole('dialog').getByRole('button', { name: 'Issue a token' }));
  await page.getByRole('checkbox', { name: 'I have stored the token' }).press('Space');
  await press(button(page, 'Done'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(issue).toBeFocused();
});

test('a subscription’s buttons keep the focus after a test event, and off and on', async ({ page }) => {
  const receiver = await startReceiver();
  await subscribe(api, receiver.url);
  await page.goto(`${PAGES}/subscriptions?text=${api.projectKey}`);
  const sendTest = button(page, /^Send a test event/);
  await press(sendTest);
  await expect(page.getByText('The test event is on its way: see its deliveries.')).toBeVisible();
  await expect(sendTest).toBeFocused();
  for (const [from, to] of [
    ['Switch off', 'Switch on'],
    ['Switch on', 'Switch off'],
  ] as const) {
    await press(button(page, from));
    await press(page.getByRole('alertdialog').getByRole('button', { name: from }));
    await expect(button(page, to)).toBeFocused();
  }
  await receiver.close();
});

test('a dialog that has done its work leaves the focus where it was opened', async ({ page, server }) => {
  const dialog = page.getByRole('dialog');
  await page.goto(`${PAGES}/tokens`);
  const edit = button(page, new RegExp(`^Edit project ${api.projectKey}$`));
  await press(edit);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Renamed');
  await press(button(dialog, 'Save'));
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();

  await openBoard(page, api);
  const plus = button(page, 'New ticket in Open');
  await press(plus);
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Filed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Filed', exact: true })).toBeVisible();
  await expect(plus).toBeFocused();

  await press(button(page, 'Views'));
  await page.getByRole('menuitem', { name: 'Save as view…' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Mine ${api.projectKey}`);
  await page.keyboard.press('Enter');
  await expect(button(page, `View: Mine ${api.projectKey}`)).toBeFocused();

  const url = `http://127.0.0.1:9/of-${api.projectKey}-alone`;
  const { id } = await subscribe(api, url, { event_types: ['ticket.updated'] });
  await insertDeliveries(server, id, [{ state: 'dead', createdAt: Date.now() }]);
  await openConsole(page, api);
  const resend = button(page, 'Bulk resend');
  await press(resend);
  await dialog.getByRole('combobox', { name: 'Subscription' }).click();
  await page.getByRole('option', { name: url }).click();
  await press(button(dialog, 'Resend 1 delivery'));
  await expect(dialog).toHaveCount(0);
  await expect(resend).toBeFocused();
});

test('buttons that go away by what they do leave the focus beside them', async ({ page, server }) => {
  await fileTicket(api, { title: 'Stays' });
  await page.goto(`${PAGES}/board?project=${api.tenantId}&text=nothing-like-it`);
  const clear = button(page, 'Clear filters');
  await press(clear);
  await expect(clear).toHaveCount(0);
  await expect(page.getByRole('search').locator(':focus')).toHaveCount(1);

  const { id } = await subscribe(api, 'http://127.0.0.1:9/hook', { event_types: ['ticket.updated'] });
  const row = (_: unknown, index: number) => ({ state: 'dead', createdAt: Date.now() - index * 1000 });
  await insertDeliveries(server, id, Array.from({ length: 60 }, row));
  await openConsole(page, api);
  await press(button(page, 'Load more'));
  await expect(rows(page)).toHaveCount(60);
  await expect(rows(page).locator('a:focus')).toHaveCount(1);

  // A link to another page of the plugin is gone with its page.
  await press(page.getByRole('link', { name: 'Subscriptions', exact: true }));
  await expect(page.getByRole('heading', { name: 'Subscriptions', level: 1 })).toBeVisible();
  await expect(page.locator(':focus')).toHaveCount(1);
});

test('whoever leaves the fields by a click keeps the focus nowhere, also when the page changes', async ({
  page,
}) => {
  await fileTicket(api, { title: 'Stays' });
  await openBoard(page, api);
  await page.getByRole('link', { name: 'Stays' }).focus();
  await page.getByRole('heading', { name: 'Board', level: 1 }).click();
  await fileTicket(api, { title: 'Comes' });
  await expect(page.getByRole('link', { name: 'Comes' })).toBeVisible();
  await expect(page.locator('body:focus, main a:focus')).toHaveCount(0);
});
