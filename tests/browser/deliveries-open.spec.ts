import type { Page } from '@playwright/test';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { insertDeliveries, recorded } from '../support/deliveries';
import { startReceiver, type Received } from '../support/receiver';
import type { TestServer } from '../support/server';
import { expectNoFault } from './support/accessibility';
import { CONSOLE } from './support/deliveries';
import { expect, test } from './support/test';

/** Presses a button by the keyboard alone. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.focus();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}

const actions = (page: Page) => page.getByRole('group', { name: 'Actions' });

/** The focus is on one of the actions, or on all of them where the one that had it is gone. */
const expectFocusInActions = (page: Page) =>
  expect.poll(() => actions(page).evaluate((group) => group.contains(document.activeElement))).toBe(true);

/** Opens a delivery that never becomes due by itself. */
async function openInserted(page: Page, server: TestServer, api: Api, url: string, state: string) {
  const { id } = await subscribe(api, url, { event_types: ['ticket.updated'] });
  const [delivery] = await insertDeliveries(server, id, [{ state, createdAt: Date.now(), attempts: 1 }]);
  await page.goto(`${CONSOLE}/${delivery}`);
  return { id: delivery!, subscription: id };
}

test('a delivery that waits is sent at once by the keyboard, and keeps its attempts', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const receiver = await startReceiver();
  receiver.answer(503);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await fileTicket(api);
  const [first] = (await receiver.until(1)) as [Received];
  await recorded(server, first.body.id, 1);
  await page.goto(`${CONSOLE}?subscription=${id}`);
  await page.getByRole('link', { name: 'ticket.created' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Retry now' })).toBeVisible();
  await expectNoFault(page);

  // It fails again, and waits again.
  await press(page, 'Retry now');
  await expect(page.getByText('It is due now, and will be sent in a moment.')).toBeVisible();
  await recorded(server, first.body.id, 2);
  await expect(page.getByRole('button', { name: /^Attempt/ })).toHaveCount(2);
  await expectFocusInActions(page);

  receiver.answer(200);
  await press(page, 'Retry now');
  await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Attempt/ })).toHaveCount(3);
  await expect(page.getByRole('button', { name: /Retry now|Cancel delivery/ })).toHaveCount(0);
  await expectFocusInActions(page);
  await receiver.close();
});

test('a delivery is cancelled by the keyboard after a question, and resent from there', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const receiver = await startReceiver();
  const { id } = await openInserted(page, server, api, receiver.url, 'pending');
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this delivery?' });

  await press(page, 'Cancel delivery');
  await expect(dialog).toContainText('Nothing more is sent of it.');
  await expectNoFault(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel delivery' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel delivery' })).toBeFocused();
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel delivery' }).press('Enter');
  await expect(page.getByText('The delivery is cancelled.')).toBeVisible();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel delivery' })).toHaveCount(0);
  await expectFocusInActions(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Resend' })).toBeFocused();
  expect(receiver.received).toEqual([]);

  await page.keyboard.press('Enter');
  await receiver.until(1);
  await expect(page.getByText('Resent from')).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expectFocusInActions(page);
  await receiver.close();
});

test('what another person has done meanwhile is said, and then shown', async ({ page, context, server }) => {
  const api = await newProject(server);
  const receiver = await startReceiver();
  await openInserted(page, server, api, receiver.url, 'pending');
  await press(page, 'Cancel delivery');
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this delivery?' });
  await expect(dialog).toBeVisible();

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: 'Cancel delivery' })).toBeVisible();
  // It waits for a time that never comes; only its first attempt can be in the way of the second.
  const isAsked = new Promise<() => void>((resolve) => {
    receiver.answer((_request, response) => resolve(() => void response.writeHead(200).end()));
  });
  await server.run((strapi, url) => {
    const now = new Date(Date.now() - 1000);
    void strapi.db
      .connection('work_tracking_webhook_deliveries')
      .where({ document_id: url.split('/').pop()! })
      .update({ due_at: now })
      .then(() => strapi.plugin('work-tracking').service('dispatcher').wake());
  }, page.url());
  const answer = await isAsked;
  await dialog.getByRole('button', { name: 'Cancel delivery' }).click();
  await expect(page.getByText('This delivery is being sent right now.')).toBeVisible();
  await expect(page.getByText('Sending', { exact: true })).toBeVisible();
  answer();
  await expect(other.getByText('Delivered', { exact: true }).first()).toBeVisible();
  await expect(other.getByRole('button', { name: 'Cancel delivery' })).toHaveCount(0);
  await other.close();
  await receiver.close();
});

test('a held delivery can be cancelled and not be retried; in German both are German', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  await page.goto('/admin');
  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  await page.evaluate(() => localStorage.setItem('STRAPI_THEME', 'dark'));
  await openInserted(page, server, api, 'http://127.0.0.1:9/hook', 'held');
  await expect(page.getByRole('button', { name: 'Zustellung abbrechen' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Jetzt versuchen' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Zustellung abbrechen' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Diese Zustellung abbrechen?' });
  await expect(dialog).toContainText('Von ihr wird nichts mehr gesendet.');
  await expectNoFault(page);
  await dialog.getByRole('button', { name: 'Zustellung abbrechen' }).click();
  await expect(page.getByText('Die Zustellung ist abgebrochen.')).toBeVisible();
  await expect(page.getByText('Abgebrochen', { exact: true })).toBeVisible();
});
