import { fileTicket, newProject, type Api } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { card, changeBeforeNextMove, column, hold, openBoard, said } from './support/board';
import { keepFramesComing } from './support/panel';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
});

const statusOf = async (id: string) => (await api.get(`/tickets/${id}`)).body.ticket.status as string;

test('the menu opens the board; a card shows its ticket and opens it', { tag: '@gate' }, async ({ page }) => {
  const ticket = await fileTicket(api, { title: 'Say hello', priority: 'P1', type: 'bug', effort: 'S' });
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Work tracking' }).click();
  const shown = card(column(page, 'Open'), 'Say hello');
  for (const text of [`${api.projectKey}-1`, 'P1', 'bug', 'S']) {
    await expect(shown.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(shown.getByText(/ago$/)).toBeVisible();
  await shown.getByRole('link', { name: 'Say hello' }).click();
  await expect(page).toHaveURL(new RegExp(`/board/${String(ticket.ref)}`));
  await expect(page.getByRole('heading', { name: 'Say hello' })).toBeVisible();
});

test('a card is dragged onto an allowed column, and the ticket moves', { tag: '@gate' }, async ({ page }) => {
  const ticket = await fileTicket(api, { title: 'Drag me' });
  await openBoard(page, api);
  await hold(page, 'Drag me', 'In progress');
  await page.mouse.up();
  await expect(card(column(page, 'In progress'), 'Drag me')).toBeVisible();
  await expect(card(column(page, 'Open'), 'Drag me')).toBeHidden();
  await expect(column(page, 'In progress').getByLabel('1 ticket')).toBeVisible();
  await expect(column(page, 'Open').getByLabel('0 tickets')).toBeVisible();
  await expect.poll(() => statusOf(ticket.id)).toBe('in_progress');
});

test('a card says what it is called, whose it is, when it is due and how old its last change is', async ({
  page,
}) => {
  const { body } = await api.get('/people').expect(200);
  const day = 24 * 3600 * 1000;
  const dueIn = (days: number) => new Date(Date.now() + days * day).toISOString();
  const { ref } = await fileTicket(api, {
    title: 'Near',
    labels: ['ui', 'customer'],
    assignee: body.people[0].id,
    due_at: dueIn(2),
  });
  await fileTicket(api, { title: 'Late', due_at: dueIn(-2) });
  await fileTicket(api, { title: 'Far', due_at: dueIn(30) });
  const ended = await fileTicket(api, { title: 'Ended', due_at: dueIn(-2) });
  await api.patch(`/tickets/${ended.id}`, { status: 'cancelled' }).expect(200);
  await openBoard(page, api);
  for (const text of [ref, 'ui', 'customer', body.people[0].name, /^Due /, /ago$/]) {
    await expect(card(page, 'Near').getByText(text, { exact: true })).toBeVisible();
  }
  await expect(card(page, 'Late').getByText(/^Overdue: /)).toBeVisible();
  await expect(card(page, 'Far').getByText(/due/i)).toBeHidden();
  await expect(card(page, 'Ended')).toBeVisible();
  await expect(card(page, 'Ended').getByText(/due/i)).toBeHidden();
});

test('columns have one width, whatever the words in them', async ({ page }) => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5);
  await fileTicket(api, { title: word, type: word.slice(0, 64), labels: [word.slice(0, 64)] });
  await openBoard(page, api);
  await expect(card(page, word)).toBeVisible();
  const widths = await page
    .locator('section[data-status]')
    .evaluateAll((columns) => columns.map((element) => Math.round(element.getBoundingClientRect().width)));
  expect(new Set(widths).size).toBe(1);
  const overflow = await card(page, word).evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBe(0);
});

test('a finger drags a card by its handle', async ({ browser, server, storageState }) => {
  const ticket = await fileTicket(api, { title: 'By finger' });
  const context = await browser.newContext({
    baseURL: server.url,
    storageState,
    hasTouch: true,
    viewport: { width: 1024, height: 800 },
  });
  await keepFramesComing(context);
  const page = await context.newPage();
  await openBoard(page, api);
  const handle = page.getByRole('button', { name: 'Drag “By finger”' });
  const from = (await handle.boundingBox())!;
  const to = (await column(page, 'In progress').boundingBox())!;
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  await touch('touchStart', [start]);
  for (let step = 1; step <= 10; step += 1) {
    const x = start.x + ((to.x + to.width / 2 - start.x) * step) / 10;
    await touch('touchMove', [{ x, y: start.y + step * 5 }]);
  }
  await said(page, 'Over In progress.');
  await touch('touchEnd', []);
  await expect.poll(() => statusOf(ticket.id)).toBe('in_progress');
  await context.close();
});

test('a column that the ticket cannot move to is dimmed, and a drop there changes nothing and says why', async ({
  page,
}) => {
  const ticket = await fileTicket(api, { title: 'Not yet done' });
  await openBoard(page, api);
  await hold(page, 'Not yet done', 'Done');
  await expect(column(page, 'Done')).toHaveCSS('opacity', '0.4');
  await expect(column(page, 'Done')).toHaveCSS('cursor', 'not-allowed');
  await expect(column(page, 'Blocked')).toHaveCSS('opacity', '1');
  await page.mouse.up();
  await expect(column(page, 'Done')).toHaveCSS('opacity', '1');
  await expect(
    page.getByText(
      /^A ticket can’t move from Open to Done; .* it can move to: In progress, Blocked, Cancelled\.$/,
    ),
  ).toBeVisible();
  await expect(card(column(page, 'Open'), 'Not yet done')).toBeVisible();
  await expect(card(column(page, 'Done'), 'Not yet done')).toBeHidden();
  expect(await statusOf(ticket.id)).toBe('open');
});

test('a move that the server refuses puts the card back and says why', async ({ page }) => {
  const ticket = await fileTicket(api, { title: 'Contested' });
  await openBoard(page, api);
  // From there this move is not allowed.
  await changeBeforeNextMove(page, () =>
    api.patch(`/tickets/${ticket.id}`, { status: 'cancelled' }).expect(200),
  );
  await hold(page, 'Contested', 'In progress');
  await page.mouse.up();
  await expect(page.getByText("A ticket can't move from cancelled to in_progress")).toBeVisible();
  await expect(card(column(page, 'Cancelled'), 'Contested')).toBeVisible();
  await expect(card(column(page, 'In progress'), 'Contested')).toBeHidden();
});

test('what others change appears by itself', async ({ page }) => {
  const ticket = await fileTicket(api, { title: 'Theirs' });
  await openBoard(page, api);
  await expect(card(column(page, 'Open'), 'Theirs')).toBeVisible();
  await api.patch(`/tickets/${ticket.id}`, { status: 'blocked', title: 'Theirs, renamed' }).expect(200);
  await expect(card(column(page, 'Blocked'), 'Theirs, renamed')).toBeVisible();
  await expect(card(column(page, 'Open'), 'Theirs')).toBeHidden();
  await fileTicket(api, { title: 'Just filed' });
  await expect(card(column(page, 'Open'), 'Just filed')).toBeVisible();
  await api.delete(`/tickets/${ticket.id}`).expect(200);
  await expect(card(page, 'Theirs, renamed')).toBeHidden();
});

test('the board is filtered by text, project and priority, and keeps the filters in its address', async ({
  page,
  server,
}) => {
  const other = await newProject(server);
  await fileTicket(api, { title: 'Red apple', priority: 'P0' });
  await fileTicket(api, { title: 'Green apple' });
  await fileTicket(other, { title: 'Apple of another project' });
  await page.goto('/admin/plugins/work-tracking/board');
  await page.getByRole('searchbox', { name: 'Title or body' }).fill('aPPLE');
  await expect(page).toHaveURL(/text=aPPLE/);
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: api.projectKey, exact: true }).click();
  await expect(card(page, 'Apple of another project')).toBeHidden();
  await expect(card(page, 'apple')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'P0' }).click();
  await expect(card(page, 'Green apple')).toBeHidden();
  await expect(column(page, 'Open').getByLabel('1 ticket')).toBeVisible();
  await page.reload();
  await expect(card(page, 'apple')).toHaveCount(1);
  await expect(card(page, 'Red apple')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Title or body' })).toHaveValue('aPPLE');
});

test('a project without tickets has empty columns', async ({ page }) => {
  await openBoard(page, api);
  for (const name of ['Open', 'In progress', 'Blocked', 'In review', 'Done', 'Cancelled']) {
    await expect(column(page, name).getByText('No tickets')).toBeVisible();
  }
  await expectNoFault(page);
});

test('axe-core finds no serious fault, in light and dark', async ({ page }) => {
  for (const priority of ['P0', 'P1', 'P2', 'P3']) {
    await fileTicket(api, { title: `A ticket of ${priority}`, priority, type: 'bug', effort: 'S' });
  }
  await openBoard(page, api);
  await expect(card(page, 'A ticket of P0')).toBeVisible();
  await expectNoFault(page);
  await page.evaluate(() => localStorage.setItem('STRAPI_THEME', 'dark'));
  await page.reload();
  await expect(card(page, 'A ticket of P0')).toBeVisible();
  await expectNoFault(page);
});
