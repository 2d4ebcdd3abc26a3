import { freePort } from '../../scripts/test/free-port';
import { fileTicket, newProject, subscribe } from '../support/api';
import { insertAttempts, insertDeliveries, recorded } from '../support/deliveries';
import { startReceiver, type Received } from '../support/receiver';
import { expectNoFault } from './support/accessibility';
import { CONSOLE, openConsole, rows } from './support/deliveries';
import { holdRequests } from './support/held';
import { expect, test } from './support/test';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const NOWHERE = 'http://127.0.0.1:9/hook';

test(
  'a delivery arrives, fails while its receiver is down, and is resent',
  { tag: '@gate' },
  async ({ page, context, server }) => {
    const api = await newProject(server);
    const receiver = await startReceiver(await freePort());
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await openConsole(page, api);
    await expect(page.getByText('No delivery matches these filters.')).toBeVisible();

    await fileTicket(api, { title: 'Arrives' });
    const [arrived] = (await receiver.until(1)) as [Received];
    // Without a reload.
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText('Delivered');
    await expect(rows(page).first()).toContainText(receiver.url);
    await expect(rows(page).first()).toContainText(api.projectKey);

    await receiver.close();
    const ticket = await fileTicket(api, { title: 'Fails' });
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('Pending');
    await expect(rows(page).first()).toContainText('Next attempt');
    await rows(page).first().click();
    await expect(page.getByRole('heading', { name: 'Delivery', exact: true })).toBeVisible();
    await expect(page.getByText('connection_refused')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resend' })).toHaveCount(0);
    const eventId =
      (await page
        .locator('dd code')
        .filter({ hasText: /^[0-9a-f-]{36}$/ })
        .first()
        .textContent()) ?? '';
    for (let attempt = 2; attempt <= 6; attempt += 1) {
      await server.travel(7 * HOUR_MS);
      await recorded(server, eventId, attempt);
    }
    await expect(page.getByRole('button', { name: /^Attempt/ })).toHaveCount(6);
    await expect(page.getByText('Dead', { exact: true })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Body' })).toContainText('"title": "Fails"');
    await expect(page.getByText('HMAC-SHA256 of the body in hexadecimal')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the ticket' })).toHaveAttribute(
      'href',
      `/admin/content-manager/collection-types/plugin::work-tracking.ticket/${ticket.id}`,
    );
    await expectNoFault(page);

    const revived = await startReceiver(Number(new URL(receiver.url).port));
    await page.getByRole('button', { name: 'Resend' }).click();
    const [sent] = (await revived.until(1)) as [Received];
    expect(sent.body.id).toBe(eventId);
    await expect(page.getByText('Resent from')).toBeVisible();
    await expect(page.getByText('HTTP 200')).toBeVisible();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy exact bytes' }).click();
    await expect(page.getByText('Copied, byte for byte')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sent.raw.toString('utf8'));

    await page
      .locator('dl')
      .getByRole('link')
      .filter({ has: page.locator('time') })
      .click();
    await expect(page.getByText('Resent as')).toBeVisible();
    await page.getByRole('link', { name: 'All deliveries' }).click();
    await expect(page).toHaveURL(new RegExp(`project=${api.tenantId}`));
    await expect(rows(page)).toHaveCount(3);
    expect(arrived.body.data.title).toBe('Arrives');
    await revived.close();
  },
);

test('filters are in the address, and come back with it', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  await insertDeliveries(server, id, [
    { state: 'dead', createdAt: Date.now() - 2 * HOUR_MS },
    { state: 'dead', createdAt: Date.now(), eventType: 'decision.resolved' },
    { state: 'delivered', createdAt: Date.now() },
  ]);
  await page.goto(CONSOLE);
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: api.projectKey, exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Dead, unresolved' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Time' }).click();
  await page.getByRole('option', { name: 'Last hour' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`project=${api.tenantId}&state=dead&period=hour$`));
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().getByRole('link').press('Enter');
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible();
  await page.getByRole('link', { name: 'All deliveries' }).click();
  await expect(page).toHaveURL(/state=dead&period=hour$/);

  await page.getByRole('combobox', { name: 'Time' }).click();
  await page.getByRole('option', { name: 'From … to …' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('From', { exact: true }).fill('2020-01-01T00:00');
  await page.getByLabel('To', { exact: true }).fill('2020-01-02T00:00');
  await expect(page.getByText('No delivery matches these filters.')).toBeVisible();
  // Midnight in the user's time zone.
  await expect(page).toHaveURL(/since=2019-12-31T23%3A00%3A00.000Z&until=2020-01-01T23%3A00%3A00.000Z$/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(new RegExp(`${CONSOLE}$`));
});

test('more deliveries are loaded by a button, and new ones on top do not move the place in the list', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  // Times with the same number of digits at any hour: a wider column would move those beside it.
  const yesterday = Date.now() - (Date.now() % DAY_MS) - DAY_MS + 12 * HOUR_MS;
  const row = (_: unknown, index: number) => ({ state: 'dead', createdAt: yesterday + index * 1000 });
  await insertDeliveries(server, id, Array.from({ length: 120 }, row));
  await openConsole(page, api);
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows(page)).toHaveCount(100);
  const seen = rows(page).nth(70).getByRole('link');
  const address = (await seen.getAttribute('href')) ?? '';
  const same = page.locator(`a[href="${address}"]`);
  await same.scrollIntoViewIfNeeded();
  const before = await same.boundingBox();
  await insertDeliveries(server, id, [{ state: 'held', createdAt: yesterday + HOUR_MS }]);
  await expect(rows(page).first()).toContainText('Held');
  expect(await same.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows(page)).toHaveCount(121);
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('what is above the list comes late and does not move it', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  await insertDeliveries(server, id, [{ state: 'dead', createdAt: Date.now() }]);
  const chart = await holdRequests(page, '**/deliveries/chart?*');
  const code = await holdRequests(page, '**/Chart-*.js');
  await openConsole(page, api);
  await expect(rows(page)).toHaveCount(1);
  const before = await rows(page).first().boundingBox();
  code.letGo();
  await page.waitForRequest('**/deliveries/chart?*');
  chart.letGo();
  await expect(page.getByRole('img', { name: /^Attempts per/ })).toBeVisible();
  expect(await rows(page).first().boundingBox()).toEqual(before);
});

test('a bulk resend counts its deliveries first and shows its progress', async ({ page, server }) => {
  const api = await newProject(server);
  // Another one of the same URL, which must not be taken for it.
  await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  const row = (_: unknown, index: number) => ({ state: 'dead', createdAt: Date.now() - 1000 + index });
  await insertDeliveries(server, id, Array.from({ length: 1000 }, row));
  await insertDeliveries(server, id, [{ state: 'dead', createdAt: Date.now() - 2 * HOUR_MS }]);
  await server.run(async (strapi, documentId) => {
    // The new deliveries are held, so that only the bulk resend is running.
    await strapi.db
      .query('plugin::work-tracking.webhook-subscription')
      .update({ where: { documentId }, data: { active: false } });
    // After its first batches the bulk resend stops, so that its progress can be looked at.
    const dispatcher = strapi.plugin('work-tracking').service('dispatcher');
    const { wake } = dispatcher;
    dispatcher.wake = () => {
      dispatcher.wake = wake;
      wake();
      // Not awaited: `stop` waits for the batch that has just woken it.
      void strapi.plugin('work-tracking').service('resends').stop();
    };
  }, id);
  await openConsole(page, api, `&subscription=${id}`);
  await page.getByRole('button', { name: 'Bulk resend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bulk resend' });
  await expect(dialog.getByText('1,001 deliveries match.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Created' }).click();
  await page.getByRole('option', { name: 'Last hour' }).click();
  await expect(dialog.getByText('1,000 deliveries match.')).toBeVisible();
  await expectNoFault(page);
  await dialog.getByRole('button', { name: 'Resend 1,000 deliveries' }).click();
  const resend = page.getByRole('region', { name: 'Bulk resends' }).getByRole('listitem').first();
  await expect(resend).toContainText('Running');
  await expect(resend.getByRole('progressbar', { name: /^[24]00 of 1,000$/ })).toBeVisible();
  await page.reload();
  await expect(resend.getByRole('progressbar', { name: /^[24]00 of 1,000$/ })).toBeVisible();
  await expectNoFault(page);
  await server.run((strapi) => strapi.plugin('work-tracking').service('resends').start());
  await expect(resend).toContainText('1,000 of 1,000');
  await expect(resend).toContainText('Done');
  await expect(rows(page).first()).toContainText('Held');
});

test('a chart shows how many arrived and failed; a table shows the same', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await subscribe(api, 'http://127.0.0.1:9/shop/webhooks', {
    event_types: ['ticket.updated'],
  });
  const now = Date.now();
  const types = ['ticket.created', 'ticket.updated', 'decision.resolved', 'audit.event'];
  const count = 120;
  const ids = await insertDeliveries(
    server,
    id,
    Array.from({ length: count }, (_, index) => ({
      state: index % 9 === 4 ? 'dead' : 'delivered',
      createdAt: now - (count - index) * 0.19 * HOUR_MS,
      eventType: types[index % types.length]!,
      attempts: index % 9 === 4 ? 6 : 1,
    })),
  );
  for (const [index, delivery] of ids.entries()) {
    const isDead = index % 9 === 4;
    const startedAt = now - (count - index) * 0.19 * HOUR_MS;
    await insertAttempts(server, delivery, [
      { result: isDead ? 'timeout' : 'delivered', startedAt, durationMs: isDead ? 10_000 : 40 },
    ]);
  }
  await openConsole(page, api);
  await expect(rows(page)).toHaveCount(50);
  await expect(
    page.getByRole('img', { name: 'Attempts per 30 minutes: 107 delivered, 13 failed' }),
  ).toBeVisible();
  await expect(page.locator('.recharts-bar-rectangle path').first()).toBeVisible();
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Show as a table' }).click();
  const table = page.getByRole('region', { name: 'Attempts over time' }).getByRole('grid');
  await expect(table.getByRole('row').first().getByRole('gridcell')).toHaveText([
    'From',
    'Delivered',
    'Failed',
  ]);
  await expect(table.getByRole('row').nth(1)).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expectNoFault(page);
});

test('in a German panel the console is German, and in both themes axe finds no fault', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  const [delivery] = await insertDeliveries(server, id, [
    { state: 'dead', createdAt: Date.UTC(2026, 10, 1, 12) },
  ]);
  await insertAttempts(server, delivery!, [
    { result: 'timeout', startedAt: Date.UTC(2026, 10, 1, 12), durationMs: 10_000 },
  ]);
  await page.goto('/admin');
  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  await page.evaluate(() => localStorage.setItem('STRAPI_THEME', 'dark'));
  await openConsole(page, api);
  await expect(page.getByRole('heading', { name: 'Zustellungen' })).toBeVisible();
  await expect(rows(page).first()).toContainText('Aufgegeben');
  await expect(rows(page).first()).toContainText('01.11.2026, 13:00:00');
  await expectNoFault(page);
  await rows(page).first().click();
  await expect(page.getByText('Keine Antwort in der Zeit').first()).toBeVisible();
  await expect(page.getByText('10.000 ms')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erneut senden' })).toBeVisible();
  await expectNoFault(page);
});
