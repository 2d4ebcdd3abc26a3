import { createHmac } from 'node:crypto';
import { fileTicket, newProject } from '../support/api';
import { startReceiver } from '../support/receiver';
import { expectNoFault } from './support/accessibility';
import { chooseProject, openForm, saveForm, sidePanel } from './support/content-manager';
import { expect, test } from './support/test';

const signature = (secret: string, raw: Buffer) =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

test('a subscription is made with chosen events and a generated secret, tested, and its secret replaced', async ({
  page,
  server,
}) => {
  test.slow();
  const receiver = await startReceiver();
  const api = await newProject(server);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openForm(page, 'webhook-subscription');
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await chooseProject(page, api.projectKey);
  await page.getByRole('combobox', { name: 'Event types' }).click();
  for (const name of ['ticket.created', 'ticket.updated']) await page.getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('secret must have 1 to 256 characters.').first()).toBeVisible();

  const field = page.getByRole('textbox', { name: 'Secret' });
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(field).toHaveValue(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const secret = await field.inputValue();
  await expect(page.getByText("once it is saved it can't be read again")).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('The secret is copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await expectNoFault(page, 'div:has(> button):has(input[placeholder^="Type or generate"])');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(field).toHaveAttribute('placeholder', /^Stored\./);
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Send test event' }).click();
  const [ping] = await receiver.until(1);
  expect(ping!.body.event).toBe('ping');
  expect(ping!.headers['x-service-signature']).toBe(signature(secret, ping!.raw));
  await expect(sidePanel(page, 'Deliveries').getByRole('listitem').first()).toContainText('Delivered');

  // A form with an empty secret keeps the stored one.
  await page.getByRole('combobox', { name: 'Event types' }).click();
  await page.getByRole('option', { name: 'ticket.updated' }).click();
  await page.keyboard.press('Escape');
  await saveForm(page);
  await fileTicket(api);
  const [, created] = await receiver.until(2);
  expect(created!.headers['x-service-signature']).toBe(signature(secret, created!.raw));
  const { body } = await api.get('/webhooks/subscriptions');
  expect(body.subscriptions[0].event_types).toEqual(['ticket.created']);

  // A new one replaces it.
  await field.fill('another secret');
  await saveForm(page);
  await expect(field).toHaveValue('');
  await fileTicket(api);
  const [, , later] = await receiver.until(3);
  expect(later!.headers['x-service-signature']).toBe(signature('another secret', later!.raw));
  await receiver.close();
});

test('a subscription that was disabled says why, and holds a test event', async ({ page, server }) => {
  test.slow();
  const receiver = await startReceiver();
  receiver.answer(410);
  const api = await newProject(server);
  const { body } = await api.post('/webhooks/subscriptions', {
    url: receiver.url,
    secret: 'a secret',
    event_types: ['ticket.created'],
  });
  await fileTicket(api);
  await receiver.until(1);
  await openForm(page, 'webhook-subscription', body.subscription.id);
  const deliveries = sidePanel(page, 'Deliveries');
  await expect(deliveries.getByRole('status')).toContainText('Inactive');
  await expect(deliveries.getByRole('status')).toContainText('410');
  await expect(deliveries.getByRole('status')).toContainText('They are sent when it is active again.');
  await expect(deliveries.getByRole('listitem')).toContainText('Dead');
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByText('The test event waits until the subscription is active.')).toBeVisible();
  await expect(deliveries.getByRole('listitem').first()).toContainText('Held');
  await receiver.close();
});
