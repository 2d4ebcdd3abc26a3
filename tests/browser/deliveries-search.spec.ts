import type { Page } from '@playwright/test';
import { logInAdmin } from '../support/admin';
import { fileTicket, newProject, subscribe } from '../support/api';
import { insertAttempts, insertDeliveries } from '../support/deliveries';
import { expectNoFault } from './support/accessibility';
import { CONSOLE, openConsole, rows } from './support/deliveries';
import { expect, test } from './support/test';

const NOWHERE = 'http://127.0.0.1:9/hook';
const DAY_MS = 24 * 60 * 60 * 1000;

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Event id or ticket (WEB-12)' });

test('dead deliveries are apart: unresolved, and resent', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  const [resent, unresolved] = await insertDeliveries(server, id, [
    { state: 'dead', createdAt: Date.now() - 1000 },
    { state: 'dead', createdAt: Date.now() },
  ]);
  const admin = await logInAdmin(server);
  await admin.post(`/work-tracking/deliveries/${resent}/resend`, {}).expect(200);
  await openConsole(page, api);
  await expect(rows(page)).toHaveCount(3);
  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose('Dead, unresolved');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole('link')).toHaveAttribute('href', new RegExp(`${unresolved}$`));
  await choose('Dead, resent');
  await expect(rows(page).getByRole('link')).toHaveAttribute('href', new RegExp(`${resent}$`));
  await expect(rows(page)).toContainText('Dead, resent');
  await expect(page).toHaveURL(/state=dead_resent$/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
});

test('a column says why the last attempt has failed', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  const failures = [
    { result: 'http_error', statusCode: 503 },
    { result: 'http_error', statusCode: 302 },
    { result: 'timeout' },
    { result: 'connection_refused' },
    { result: 'blocked_address' },
  ];
  const now = Date.now();
  const ids = await insertDeliveries(server, id, [
    ...failures.map((_, index) => ({ state: 'dead', createdAt: now - index, attempts: 1 })),
    { state: 'held', createdAt: now - 100, attempts: 0 },
  ]);
  for (const [index, failure] of failures.entries()) {
    await insertAttempts(server, ids[index]!, [{ ...failure, startedAt: now, durationMs: 5 }]);
  }
  const reasons = [
    'Answered with HTTP 503',
    'Answered with HTTP 302: redirects are not followed',
    'No answer in time',
    'Connection refused',
    'Address not allowed',
    '–',
  ];
  await openConsole(page, api);
  await expect(page.getByText('Reason', { exact: true })).toBeVisible();
  for (const [index, reason] of reasons.entries()) await expect(rows(page).nth(index)).toContainText(reason);
  await expectNoFault(page);
  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  await page.reload();
  await expect(rows(page).nth(1)).toContainText(
    'Mit HTTP 302 beantwortet: Weiterleitungen wird nicht gefolgt',
  );
  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'en'));
});

test('a search by event id or ticket is kept in the address', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.created', 'audit.event'] });
  const ticket = await fileTicket(api);
  await fileTicket(api);
  const admin = await logInAdmin(server);
  const { body } = await admin.get(`/work-tracking/deliveries?subscription=${id}`).expect(200);
  const { eventId } = body.data[0];
  await page.goto(CONSOLE);
  await searchBox(page).fill(eventId);
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`\\?search=${eventId}$`));
  // One event's attempts are no chart.
  await expect(page.getByRole('region', { name: 'Attempts over time' })).toHaveCount(0);
  await page.reload();
  await expect(searchBox(page)).toHaveValue(eventId);
  await expect(rows(page)).toHaveCount(1);
  await expectNoFault(page);

  await searchBox(page).fill(` ${ticket.ref} `);
  await expect(rows(page)).toHaveCount(2);
  await rows(page).first().getByRole('link').press('Enter');
  await page.getByRole('link', { name: 'All deliveries' }).click();
  await expect(searchBox(page)).toHaveValue(ticket.ref);
  await expect(rows(page)).toHaveCount(2);

  for (const unknown of [
    'nothing',
    `${ticket.ref}9999`,
    "' or 1=1 --",
    '<img src=x onerror=alert(1)>',
    '👋-1',
  ]) {
    await searchBox(page).fill(unknown);
    await expect(page.getByText('No delivery matches these filters.')).toBeVisible();
  }
  // An address that nobody can search for counts as none.
  await page.goto(`${CONSOLE}?search=%00`);
  await expect(searchBox(page)).toHaveValue('');
  await searchBox(page).fill('nothing');
  await expect(page.getByText('No delivery matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(searchBox(page)).toHaveValue('');
  await expect(page).toHaveURL(new RegExp(`${CONSOLE}$`));
});

test('the chart names its unit, and without a time begins with the first delivery', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  const times = [Date.now() - 100 * DAY_MS, Date.now() - 60_000];
  const ids = await insertDeliveries(
    server,
    id,
    times.map((createdAt) => ({ state: 'delivered', createdAt, attempts: 1 })),
  );
  for (const [index, startedAt] of times.entries()) {
    await insertAttempts(server, ids[index]!, [{ result: 'delivered', startedAt, durationMs: 40 }]);
  }
  await openConsole(page, api);
  await expect(page.getByRole('combobox', { name: 'Time' })).toHaveText('Any time');
  await expect(page.getByRole('img', { name: 'Attempts per 2 days: 2 delivered, 0 failed' })).toBeVisible();
  await expect(page.locator('.recharts-label', { hasText: /^Attempts$/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Time' }).click();
  await page.getByRole('option', { name: 'Last hour' }).click();
  await expect(page.getByRole('heading', { name: 'Attempts per minute' })).toBeVisible();
  await expectNoFault(page);
});
