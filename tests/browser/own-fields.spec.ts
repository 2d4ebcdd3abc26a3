import type { Locator, Page } from '@playwright/test';
import { registerAdmin } from '../support/admin';
import { fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOM_FIELDS, CUSTOMER, extended } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';
import { expectNoFault } from './support/accessibility';
import { ADA, pageOf } from './support/panel';
import { expect, test } from './support/test';

const FIELDS = {
  ...CUSTOM_FIELDS,
  risk: { type: 'enumeration', enum: ['high', 'low'], required: true, default: 'low' },
  remark: { type: 'richtext' },
  handle: { type: 'uid' },
};

let server: OwnServer;
let api: Api;
let id: string;
let ref: string;
let page: Page;
let ticket: Locator;

test.beforeAll(async () => {
  const files = { ...extended('ticket', FIELDS), ...CUSTOMER, ...COMPONENTS };
  server = await startServer({
    env: { TEST_SERVE_PANEL: 'true', ...builtWith({ files, hasPanel: true }) },
  });
  await registerAdmin(server);
});
test.afterAll(() => server.destroy());
test.beforeEach(async ({ browser }) => {
  api = await newProject(server);
  ({ id, ref } = (await fileTicket(api, { title: 'A leak' })) as { id: string; ref: string });
  page = await pageOf(browser, server, ADA);
  ticket = page.getByRole('region', { name: `Ticket ${ref}` });
});
test.afterEach(() => page.context().close());

const open = () => page.goto(`/admin/plugins/work-tracking/board/${ref}?project=${api.tenantId}`);
const stored = async () => (await api.get(`/tickets/${id}`).expect(200)).body.ticket;
const edit = (name: string) => ticket.getByRole('button', { name: `Edit: ${name}`, exact: true });
const input = (name: string) =>
  ticket.getByLabel(name, { exact: true }).and(ticket.locator('input, textarea'));
const choose = async (name: string, option: string) => {
  await ticket.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
/** Types a value in place and saves it with the keyboard. */
async function type(name: string, value: string, key = 'Enter') {
  await edit(name).press('Enter');
  await expect(input(name)).toBeFocused();
  await input(name).fill(value);
  await page.keyboard.press(key);
  await expect(edit(name)).toBeFocused();
}

const HOSTILE = '<img src=x onerror="document.title=1"> مرحبا 👩‍🚒';
const LONG = HOSTILE + 'x'.repeat(100_000);

test('each kind of field of a content team is changed in the open ticket, as v1 shows it', async () => {
  await open();
  await choose('customer_tier', 'gold');
  await choose('billable', 'No');
  await choose('risk', 'high');
  await type('summary', 'a word');
  await type('contact', 'ada@example.org');
  await type('story', LONG, 'ControlOrMeta+Enter');
  await type('points', '3');
  await type('serial', '9007199254740991');
  await type('weight', '1.25');
  await type('cost', '99999999.99');
  await type('due', '0001-01-01');
  await type('at', '09:40');
  await type('seen', '2026-02-20T09:40');
  await type('extra', '{"a": [1]}', 'ControlOrMeta+Enter');
  await type('external', HOSTILE);
  await type('remark', '**Bold**', 'ControlOrMeta+Enter');
  await type('handle', 'a-leak');
  await expect(ticket.locator('strong', { hasText: 'Bold' })).toBeVisible();
  await expect(ticket.getByText(HOSTILE, { exact: true })).toBeVisible();
  await expect(ticket.getByRole('combobox', { name: 'billable' })).toHaveText(/No/);
  await expectNoFault(page);
  expect(await stored()).toMatchObject({
    customer_tier: 'gold',
    billable: false,
    risk: 'high',
    summary: 'a word',
    contact: 'ada@example.org',
    story: LONG,
    points: 3,
    serial: '9007199254740991',
    weight: 1.25,
    cost: 99999999.99,
    due: '0001-01-01',
    at: '09:40:00.000',
    seen: '2026-02-20T08:40:00.000Z',
    extra: { a: [1] },
    external: HOSTILE,
    remark: '**Bold**',
    handle: 'a-leak',
  });

  // Emptied again; what is required can't be.
  await type('points', '');
  await type('due', '');
  await ticket.getByRole('button', { name: 'Take the value away' }).first().click();
  await expect.poll(stored).toMatchObject({ points: null, due: null, customer_tier: null });
  await expect(ticket.getByRole('button', { name: 'Take the value away' })).toHaveCount(1);
});

test('a refusal stands at its field, what was typed stays, and a change by somebody else is asked about', async () => {
  await open();
  await edit('points').click();
  await input('points').fill('22');
  await page.keyboard.press('Enter');
  await expect(ticket.getByText('At most 21.')).toBeVisible();
  await expectNoFault(page);
  await expect(input('points')).toHaveValue('22');
  await api.patch(`/tickets/${id}`, { points: 5, summary: 'theirs' }).expect(200);
  // Shown at once, but not in the field that is typed in.
  await expect(ticket.getByText('theirs', { exact: true })).toBeVisible();
  await expect(input('points')).toHaveValue('22');
  await input('points').fill('8');
  await expect(ticket.getByText('At most 21.')).toHaveCount(0);
  await page.keyboard.press('Enter');
  const question = ticket.getByRole('alertdialog', { name: /changed this meanwhile: points/ });
  await expect(question.getByText('5', { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Save mine' }).click();
  await expect(edit('points')).toBeVisible();
  expect((await stored()).points).toBe(8);

  // A choice that is asked about is asked about again.
  await page.route('**/board/changes*', (route) => route.abort());
  await api.patch(`/tickets/${id}`, { billable: false }).expect(200);
  await choose('billable', 'Yes');
  const choice = ticket.getByRole('alertdialog', { name: /changed this meanwhile: billable/ });
  await expect(choice.getByText('Yes', { exact: true })).toBeVisible();
  await page.unroute('**/board/changes*');
  await page.reload();
  await expect(choice.getByText('No', { exact: true })).toBeVisible();
  await expectNoFault(page);
  await choice.getByRole('button', { name: 'Save mine' }).click();
  await expect.poll(stored).toMatchObject({ billable: true });
});

test('what needs the form is shown as far as it can be, with a link there; on a phone too', async () => {
  await page.setViewportSize({ width: 375, height: 800 });
  const other = await fileTicket(api, { title: 'Another leak' });
  await api
    .patch(`/tickets/${id}`, {
      related: [other.id],
      text: [{ type: 'paragraph', children: [{ type: 'text', text: 'In blocks' }] }],
      link: { label: 'A label' },
      story: 'A text without a break: ' + 'x'.repeat(300),
    })
    .expect(200);
  await open();
  await expect(ticket.getByRole('link', { name: 'Another leak' })).toBeVisible();
  await expect(ticket.getByText('In blocks')).toBeVisible();
  await expect(ticket.getByText('Shown in the form only')).toHaveCount(4);
  await expect(edit('passphrase')).toHaveCount(0);
  await expectNoFault(page, 'main');
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isWide).toBe(false);
  await ticket.getByRole('link', { name: 'Edit in the form: link' }).click();
  await expect(page).toHaveURL(new RegExp(`plugin::work-tracking.ticket/${id}`));
});
