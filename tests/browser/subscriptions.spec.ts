import type { Page } from '@playwright/test';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { insertAttempts, insertDeliveries } from '../support/deliveries';
import { startReceiver } from '../support/receiver';
import { expectNoFault } from './support/accessibility';
import { pageOf } from './support/panel';
import { expect, test } from './support/test';

const ADDRESS = '/admin/plugins/work-tracking/subscriptions';
const HOUR_MS = 60 * 60 * 1000;
const NOWHERE = 'http://127.0.0.1:9/hook';

/** Opens the page at the subscriptions of one project. */
async function openPage(page: Page, { projectKey }: Pick<Api, 'projectKey'>): Promise<void> {
  await page.goto(`${ADDRESS}?text=${projectKey}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Subscriptions' })).toBeVisible();
}

const row = (page: Page, url: string) => page.getByRole('row').filter({ hasText: url });

const quiet = (api: Api, url: string) => subscribe(api, url, { event_types: ['ticket.updated'] });

test('shows the last day, the last error and since when one fails, and finds by URL', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const { id } = await quiet(api, `${NOWHERE}/failing`);
  await quiet(api, `${NOWHERE}/silent`);
  const now = Date.now();
  await insertDeliveries(server, id, [
    ...[1, 2, 3].map((hours) => ({ state: 'delivered', attempts: 1, createdAt: now - hours * HOUR_MS })),
    { state: 'pending', attempts: 0, createdAt: now },
  ]);
  const [dead] = await insertDeliveries(server, id, [{ state: 'dead', attempts: 1, createdAt: now }]);
  await insertAttempts(server, dead!, [{ result: 'timeout', startedAt: now - 2 * HOUR_MS, durationMs: 9 }]);
  await server.run(
    (strapi, { document_id, since }) =>
      strapi.db
        .connection('work_tracking_webhook_subscriptions')
        .where({ document_id })
        .update({ failing_since: new Date(since) }),
    { document_id: id, since: Date.UTC(2026, 0, 31, 12) },
  );
  await openPage(page, api);
  const failing = row(page, '/failing');
  await expect(failing).toContainText('75% delivered');
  await expect(failing).toContainText('3 delivered, 0 failing, 1 dead');
  await expect(failing).toContainText('No answer in time');
  await expect(failing).toContainText('2h ago');
  await expect(failing).toContainText('Failing since Jan 31, 2026');
  await expect(failing).toContainText(api.projectKey);
  await expect(row(page, '/silent')).toContainText('Nothing was sent');
  await expectNoFault(page);

  await failing.getByRole('link', { name: '75% delivered' }).click();
  await expect(page).toHaveURL(new RegExp(`deliveries\\?subscription=${id}&period=day`));
  await page.goBack();
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Search/ }))
    .first()
    .fill('/silent');
  await expect(page).toHaveURL(/text=%2Fsilent/);
  await expect(row(page, '/failing')).toHaveCount(0);
  await expect(row(page, '/silent')).not.toHaveCount(0);
});

test(
  'switching off says what waits and holds it, and switching on lets it go on',
  { tag: '@gate' },
  async ({ page, server }) => {
    const api = await newProject(server);
    const receiver = await startReceiver();
    const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await insertDeliveries(server, id, [
      { state: 'pending', attempts: 0, createdAt: Date.now() },
      { state: 'pending', attempts: 0, createdAt: Date.now() },
    ]);
    await openPage(page, api);
    const off = row(page, receiver.url).getByRole('button', { name: 'Switch off' });
    await off.click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(`Nothing more is sent to ${receiver.url}`);
    await expect(dialog).toContainText('2 deliveries that wait now are held.');
    await expectNoFault(page, '[role=alertdialog]');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(off).toBeFocused();

    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    const on = row(page, receiver.url).getByRole('button', { name: 'Switch on' });
    await expect(on).toBeFocused();
    await expect(row(page, receiver.url)).toContainText('Inactive');
    await fileTicket(api);
    await row(page, receiver.url).getByRole('button', { name: 'Send a test event' }).click();
    await expect(page.getByText('The test event waits until the subscription is active.')).toBeVisible();

    await on.click();
    await expect(dialog).toContainText('4 held deliveries go on.');
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await receiver.until(4);
    await expect(row(page, receiver.url)).toContainText('Active');
    await receiver.close();
  },
);

test('a new secret is generated, must be kept, and signs with the one before until that is ended', async ({
  page,
  context,
  server,
}) => {
  const api = await newProject(server);
  const receiver = await startReceiver();
  await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await openPage(page, api);
  const open = row(page, receiver.url).getByRole('button', { name: 'Replace the secret' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Replace the secret' });
  const field = dialog.getByLabel('New secret');
  await expect(field).toBeFocused();
  const submit = dialog.getByRole('button', { name: 'Replace', exact: true });
  await expect(submit).toBeDisabled();

  await field.fill('whsec_!!!');
  await submit.click();
  await expect(dialog).toContainText('it must go on with 24 to 64 bytes in base64');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await expect(field).toHaveValue(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expect(dialog).toContainText('Copy it now');
  await expect(submit).toBeDisabled();
  await expectNoFault(page, '[role=dialog]');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await field.inputValue());
  await submit.click();
  await expect(page.getByText('For 24 hours the one before is valid, too.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await fileTicket(api);
  const [both] = await receiver.until(1);
  expect(String(both!.headers['webhook-signature']).split(' ')).toHaveLength(2);

  await open.click();
  await field.fill('typed by hand');
  await dialog.getByRole('checkbox', { name: /has leaked/ }).check();
  await expect(dialog).toContainText('Nothing is signed with the present secret any more.');
  await submit.click();
  await expect(page.getByText('the one before is not valid any more')).toBeVisible();
  await fileTicket(api);
  const [, alone] = await receiver.until(2);
  expect(String(alone!.headers['webhook-signature']).split(' ')).toHaveLength(1);
  await receiver.close();
});

test('the menu has a badge with what needs somebody, as far as there is room', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await quiet(api, NOWHERE);
  const expectBadge = async () => {
    const counts = page.waitForResponse((response) => response.url().endsWith('/subscriptions/attention'));
    await page.goto('/admin');
    const { disabled, dead } = (await (await counts).json()).data;
    const count = disabled + dead;
    const link = page.getByRole('link', { name: 'Work tracking' });
    const badge = link.locator('[data-count]');
    await expect(badge).toHaveAttribute('data-count', count > 99 ? '99+' : String(count));
    await expect(badge).toBeVisible();
    // What a screen reader says of the link.
    const said = [
      'Work tracking',
      ...(disabled > 0 ? [`${disabled} disabled subscription${disabled === 1 ? '' : 's'}`] : []),
      ...(dead > 0 ? [`${dead} dead ${dead === 1 ? 'delivery' : 'deliveries'} in the last 24 hours`] : []),
    ];
    await expect(link).toHaveAccessibleName(said.join(', '));
    return count;
  };
  const deadRows = (count: number) =>
    Array.from({ length: count }, () => ({ state: 'dead', createdAt: Date.now() }) as const);
  await insertDeliveries(server, id, deadRows(1));
  expect(await expectBadge()).toBeGreaterThan(0);
  await expectNoFault(page, 'nav');
  await insertDeliveries(server, id, deadRows(99));
  expect(await expectBadge()).toBeGreaterThan(99);
});

test('a role sees what it may read and change, and no more', async ({ browser, server, ada: _ }) => {
  const api = await newProject(server);
  const { id } = await quiet(api, `${NOWHERE}/role`);
  await insertDeliveries(server, id, [{ state: 'dead', createdAt: Date.now() }]);
  const admin = await logInAdmin(server);
  const reader = await newColleague(server, admin, [
    { action: actionId('delivery.read') },
    mayInContentManager('read', 'webhook-subscription', ['url']),
  ]);
  const page = await pageOf(browser, server, reader);
  await page.goto(`${ADDRESS}?text=/role`);
  await expect(row(page, '/role')).not.toContainText('delivered');
  await expect(row(page, '/role').getByRole('button')).toHaveCount(0);
  await page.context().close();
  const stranger = await newColleague(server, admin, [{ action: actionId('delivery.read') }]);
  const other = await pageOf(browser, server, stranger);
  await other.goto(ADDRESS);
  await expect(other.getByRole('alert').filter({ hasText: 'Your role does not let you read' })).toBeVisible();
  await other.context().close();
});
