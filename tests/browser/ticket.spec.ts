import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { card, column, openBoard } from './support/board';
import { pageOf, untilIdle } from './support/panel';
import { expect, test } from './support/test';

let api: Api;
let ref: string;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
  const ticket = await fileTicket(api, { title: 'Coffee runs out', body: '# Why\n\n**Nobody** orders it.' });
  ref = ticket.ref as string;
});

const address = (name = ref) => `/admin/plugins/work-tracking/board/${name}?project=${api.tenantId}`;
const stored = async (name = ref) => (await api.get(`/tickets/${name}`).expect(200)).body.ticket;

test(
  'a card opens its ticket beside the board, at an address of its own; Escape goes back to the card',
  { tag: '@gate' },
  async ({ page }) => {
    await openBoard(page, api);
    await card(column(page, 'Open'), 'Coffee runs out').getByRole('link').click();
    const ticket = page.getByRole('region', { name: `Ticket ${ref}` });
    await expect(ticket.getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
    await expect(ticket.locator('strong', { hasText: 'Nobody' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/board/${ref}\\?`));
    await expect(column(page, 'Open')).toBeVisible();
    await expectNoFault(page);
    await page.reload();
    await expect(ticket.getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
    await untilIdle(ticket);
    await page.keyboard.press('Escape');
    await expect(ticket).toBeHidden();
    await expect(card(column(page, 'Open'), 'Coffee runs out').getByRole('link')).toBeFocused();
    await expect(page).toHaveURL(/project=/);
  },
);

test('each field is changed in place and saved by itself, without leaving the keyboard', async ({ page }) => {
  await page.goto(address());
  const ticket = page.getByRole('region', { name: `Ticket ${ref}` });
  await ticket.getByRole('button', { name: 'Edit: Title' }).focus();
  await page.keyboard.press('Enter');
  await expect(ticket.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Tea runs out');
  await page.keyboard.press('Enter');
  await expect(ticket.getByRole('heading', { name: 'Tea runs out' })).toBeVisible();
  await expect(ticket.getByRole('button', { name: 'Edit: Title' })).toBeFocused();
  await expect(card(column(page, 'Open'), 'Tea runs out')).toBeVisible();

  await ticket.getByRole('button', { name: 'Edit: Text' }).click();
  await ticket.getByRole('textbox', { name: 'Text' }).fill('Buy *tea*.');
  await page.keyboard.press('Escape');
  await expect(ticket.getByRole('textbox', { name: 'Text' })).toHaveValue('Buy *tea*.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(ticket.locator('em', { hasText: 'tea' })).toBeVisible();

  await ticket.getByRole('combobox', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'P0' }).click();
  await ticket.getByRole('combobox', { name: 'Assignee' }).click();
  await page.getByRole('option', { name: 'Ada Lovelace' }).click();
  const label = ticket.getByRole('textbox', { name: 'Add a label' });
  await label.fill('kitchen');
  await page.keyboard.press('Enter');
  await expect(label).toHaveValue('');
  await label.fill('urgent');
  await page.keyboard.press('Enter');
  await ticket.getByRole('button', { name: 'Take away the label kitchen' }).click();
  await expect(label).toBeFocused();
  await ticket.getByRole('button', { name: 'Edit: Type' }).click();
  await ticket.getByRole('textbox', { name: 'Type' }).fill('chore');
  await page.keyboard.press('Enter');
  await expect(ticket.getByRole('button', { name: 'Edit: Type' })).toBeFocused();
  await ticket.getByLabel('Due', { exact: true }).fill('2026-12-24T12:00');
  await page.keyboard.press('Enter');
  await expect(ticket.getByRole('button', { name: 'Take the due date away' })).toBeVisible();
  await expect.poll(async () => (await stored()).due_at).toBe('2026-12-24T11:00:00.000Z');
  expect(await stored()).toMatchObject({
    title: 'Tea runs out',
    body: 'Buy *tea*.',
    priority: 'P0',
    assignee: { name: 'Ada Lovelace' },
    labels: ['urgent'],
    type: 'chore',
  });
  await expectNoFault(page);
});

test('what changes while the open ticket is being read is shown as well', async ({ page }) => {
  await page.goto(address());
  const ticket = page.getByRole('region', { name: `Ticket ${ref}` });
  await expect(ticket.getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  await expect(card(column(page, 'Open'), 'Coffee runs out')).toBeVisible();
  await page.route(
    `**/board/tickets/${ref}`,
    async (route) => {
      const response = await route.fetch();
      await api.patch(`/tickets/${ref}`, { title: 'Milk runs out' }).expect(200);
      await expect(card(column(page, 'Open'), 'Milk runs out')).toBeVisible();
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await api.patch(`/tickets/${ref}`, { title: 'Tea runs out' }).expect(200);
  await expect(ticket.getByRole('heading', { name: 'Milk runs out' })).toBeVisible();
});

test('a field that somebody else has changed meanwhile is shown beside what was typed; another field is no matter', async ({
  page,
}) => {
  await page.goto(address());
  const ticket = page.getByRole('region', { name: `Ticket ${ref}` });
  const title = ticket.getByRole('textbox', { name: 'Title' });
  await ticket.getByRole('button', { name: 'Edit: Title' }).click();
  await title.fill('Mine');
  await api.patch(`/tickets/${ref}`, { priority: 'P1' }).expect(200);
  await page.keyboard.press('Enter');
  await expect(ticket.getByRole('heading', { name: 'Mine' })).toBeVisible();
  expect(await stored()).toMatchObject({ title: 'Mine', priority: 'P1' });

  for (const [button, result] of [
    ['Keep theirs', 'Theirs'],
    ['Save mine', 'Mine again'],
  ] as const) {
    await ticket.getByRole('button', { name: 'Edit: Title' }).click();
    await title.fill('Mine again');
    await api.patch(`/tickets/${ref}`, { title: 'Theirs' }).expect(200);
    await title.press('Enter');
    const question = ticket.getByRole('alertdialog', { name: /changed this meanwhile: Title/ });
    await expect(question.getByText('Theirs', { exact: true })).toBeVisible();
    await expect(question.getByText('Mine again', { exact: true })).toBeVisible();
    await expect(title).toHaveValue('Mine again');
    await expectNoFault(page);
    await question.getByRole('button', { name: button }).click();
    await expect(question).toBeHidden();
    await expect(ticket.getByRole('heading', { name: result })).toBeVisible();
    expect(await stored()).toMatchObject({ title: result });
    await api.patch(`/tickets/${ref}`, { title: 'Between' }).expect(200);
    await expect(ticket.getByRole('heading', { name: 'Between' })).toBeVisible();
  }
});

test('it is moved, and its history says from what to what; its deliveries and its full form are at hand', async ({
  page,
}) => {
  await page.goto(address());
  const ticket = page.getByRole('region', { name: `Ticket ${ref}` });
  await ticket.getByRole('button', { name: 'Open: move it' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'In progress' }).press('Enter');
  await expect(card(column(page, 'In progress'), 'Coffee runs out')).toBeVisible();
  await expect(ticket.getByRole('button', { name: 'In progress: move it' })).toBeVisible();
  await ticket.getByRole('tab', { name: 'History' }).click();
  await expect(ticket.getByText('Status: Open → In progress')).toBeVisible();
  await ticket.getByRole('tab', { name: 'Deliveries' }).click();
  await expect(ticket.getByText('Nothing has been sent about this yet.')).toBeVisible();
  await subscribe(api, 'http://127.0.0.1:9/', { event_types: ['ticket.updated'] });
  await api.patch(`/tickets/${ref}`, { title: 'Tea runs out' }).expect(200);
  const sent = ticket.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect(sent).toHaveText(/^ticket\.updated/);
  await expect(sent.getByRole('link', { name: 'http://127.0.0.1:9/' })).toBeVisible();
  await expectNoFault(page);
  await ticket.getByRole('link', { name: 'Full form' }).click();
  await expect(page).toHaveURL(/content-manager\/collection-types\/plugin::work-tracking\.ticket/);
});

test('people talk below it: a comment is written, changed and deleted by its author', async ({ page }) => {
  await api.post(`/tickets/${ref}/comments`, { body: 'From *outside*' }).expect(201);
  await page.goto(address());
  const comments = page.getByRole('region', { name: 'Comments' });
  await expect(comments.locator('em', { hasText: 'outside' })).toBeVisible();
  await expect(comments.getByRole('button', { name: 'Edit comment' })).toHaveCount(0);
  await comments.getByRole('textbox', { name: 'Add a comment' }).fill('On it');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(comments.getByRole('listitem').getByText('On it')).toBeVisible();
  await expect(comments.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('');
  await comments.getByRole('button', { name: 'Edit comment' }).click();
  await expect(comments.getByRole('textbox', { name: 'Edit comment' })).toBeFocused();
  await comments.getByRole('textbox', { name: 'Edit comment' }).fill('On it, tomorrow');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(comments.getByRole('listitem').getByText('On it, tomorrow')).toBeVisible();
  await expect(comments.getByRole('button', { name: 'Edit comment' })).toBeFocused();
  await expectNoFault(page);
  await comments.getByRole('button', { name: 'Delete comment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).click();
  await expect(comments.getByText('On it, tomorrow')).toBeHidden();
  await expect(comments.getByRole('heading', { name: 'Comments' })).toBeFocused();
  const { body } = await api.get(`/tickets/${ref}/comments`).expect(200);
  expect(body.comments).toMatchObject([{ body: 'From *outside*' }]);
});

test('the arrow keys go to the next card, and what is typed in a field stays in it', async ({ page }) => {
  const second = await fileTicket(api, { title: 'Second' });
  await page.goto(address(second.ref as string));
  const open = (name: string) => page.getByRole('region', { name: `Ticket ${name}` });
  await expect(open(second.ref).getByRole('heading', { name: 'Second' })).toBeVisible();
  await expect(card(page, 'Coffee runs out')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(open(ref).getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  await open(ref).getByRole('textbox', { name: 'Add a comment' }).fill('a\nb');
  await page.keyboard.press('ArrowUp');
  await expect(open(ref)).toBeVisible();
  await open(ref).getByRole('button', { name: 'Edit: Title' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(open(second.ref).getByRole('heading', { name: 'Second' })).toBeVisible();
});

test('who may only read tickets changes nothing in it, and is told of no field that they may not read', async ({
  browser,
  server,
}) => {
  await api.patch(`/tickets/${ref}`, { assignee: '1' }).expect(200);
  const reader = await newColleague(server, await logInAdmin(server), [
    { action: actionId('board.read') },
    mayInContentManager('read', 'ticket', ['title', 'state', 'project', 'number', 'body', 'labels']),
    mayInContentManager('read', 'project', ['key', 'name']),
  ]);
  const page = await pageOf(browser, server, reader);
  await page.goto(address());
  const ticket = page.getByRole('region', { name: `Ticket ${ref}` });
  await expect(ticket.getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  await expect(ticket.getByRole('button', { name: /Edit|move it/ })).toHaveCount(0);
  await expect(ticket.getByRole('textbox')).toHaveCount(0);
  await expect(ticket.getByRole('combobox')).toHaveCount(0);
  await expect(ticket.getByRole('term')).toHaveText(['Labels', 'Filed']);
  await page.context().close();
});

test('where it covers the board, the keyboard reaches nothing behind it', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  // In small letters, as somebody may type it.
  await page.goto(address(ref.toLowerCase()));
  const ticket = page.getByRole('region', { name: `Ticket ${ref}` });
  await expect(ticket.getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  const behind: string[] = [];
  for (const key of [...Array<string>(40).fill('Tab'), ...Array<string>(40).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    const at = await page.evaluate((name) => {
      const { activeElement: active } = document;
      const isBehind = active?.closest('main :not(main)') && !active.closest(`section[aria-label="${name}"]`);
      return isBehind ? active?.outerHTML : undefined;
    }, `Ticket ${ref}`);
    if (at !== undefined) behind.push(at);
  }
  expect(behind).toEqual([]);
  await ticket.getByRole('button', { name: 'Close the ticket' }).click();
  await expect(card(page, 'Coffee runs out').getByRole('link')).toBeFocused();

  await page.goto(address());
  await expect(ticket.getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  await expect(page.locator('[inert]')).not.toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.locator('[inert]')).toHaveCount(0);
});

test('on a phone it covers the board, and a ticket that is not there says so', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address());
  const ticket = page.getByRole('region', { name: `Ticket ${ref}` });
  await expect(ticket.getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  expect((await ticket.boundingBox())?.width).toBeGreaterThan(300);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await ticket.getByRole('button', { name: 'Close the ticket' }).click();
  await expect(card(page, 'Coffee runs out')).toBeVisible();
  await page.goto(address(`${api.projectKey}-99`));
  await expect(page.getByText('This ticket is no longer there.')).toBeVisible();
  await page.getByRole('button', { name: 'Close the ticket' }).click();
  await expect(card(page, 'Coffee runs out')).toBeVisible();
});
