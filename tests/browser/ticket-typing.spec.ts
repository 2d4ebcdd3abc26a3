import type { Page } from '@playwright/test';
import { fileTicket, newProject, type Api } from '../support/api';
import { card, openBoard } from './support/board';
import { holdRequests } from './support/held';
import { expect, test } from './support/test';

let api: Api;
let ref: string;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
  ref = (await fileTicket(api, { title: 'Coffee runs out', body: 'Nobody orders it.' })).ref as string;
});

const opened = (page: Page, name = ref) => page.getByRole('region', { name: `Ticket ${name}` });
const field = (page: Page, name: 'Title' | 'Text' | 'Type') => opened(page).getByRole('textbox', { name });
const edit = (page: Page, name: 'Title' | 'Text' | 'Type') =>
  opened(page)
    .getByRole('button', { name: `Edit: ${name}` })
    .click();
const open = (page: Page) => page.goto(`/admin/plugins/work-tracking/board/${ref}?project=${api.tenantId}`);
const stored = async () => (await api.get(`/tickets/${ref}`).expect(200)).body.ticket;

test('what is typed into a title and a text is there again after another card and a reload, until it is saved', async ({
  page,
}) => {
  const other = await fileTicket(api, { title: 'Tea runs out' });
  await openBoard(page, api);
  const openCard = (title: string) => card(page, title).getByRole('link').click();
  await openCard('Coffee runs out');
  await edit(page, 'Title');
  await field(page, 'Title').fill('Coffee has run out');
  await edit(page, 'Text');
  await field(page, 'Text').fill('Two\nparagraphs');
  await openCard('Tea runs out');
  await expect(
    opened(page, other.ref as string).getByRole('heading', { name: 'Tea runs out' }),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveCount(0);
  await openCard('Coffee runs out');
  await expect(field(page, 'Text')).toHaveValue('Two\nparagraphs');
  await page.reload();
  await expect(field(page, 'Title')).toHaveValue('Coffee has run out');
  await expect(field(page, 'Text')).toHaveValue('Two\nparagraphs');
  await expect(field(page, 'Text')).not.toBeFocused();

  // The conflict is judged by the text that was shown when typing began.
  await api.patch(`/tickets/${ref}`, { body: 'Theirs' }).expect(200);
  await field(page, 'Title').press('Enter');
  await expect(opened(page).getByRole('heading', { name: 'Coffee has run out' })).toBeVisible();
  await field(page, 'Text').press('ControlOrMeta+Enter');
  const question = opened(page).getByRole('alertdialog', { name: /changed this meanwhile: Text/ });
  await expect(question.getByText('Theirs', { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Save mine' }).click();
  await expect(field(page, 'Text')).toBeHidden();
  expect(await stored()).toMatchObject({ title: 'Coffee has run out', body: 'Two\nparagraphs' });
  await page.reload();
  await expect(opened(page).getByRole('heading', { name: 'Coffee has run out' })).toBeVisible();
  await expect(field(page, 'Text')).toHaveCount(0);
});

test('nothing can be typed into a text that is being saved', async ({ page }) => {
  await open(page);
  const held = await holdRequests(page, '**/board/tickets/*', 'PUT');
  await edit(page, 'Text');
  await field(page, 'Text').fill('First');
  await field(page, 'Text').press('ControlOrMeta+Enter');
  await expect(field(page, 'Text')).toHaveJSProperty('readOnly', true);
  held.letGo();
  await expect(field(page, 'Text')).toBeHidden();
  expect((await stored()).body).toBe('First');
});

test('a conflict that nobody has answered keeps no other field from being saved', async ({ page }) => {
  await open(page);
  await edit(page, 'Title');
  await field(page, 'Title').fill('Mine');
  await api.patch(`/tickets/${ref}`, { title: 'Theirs' }).expect(200);
  await field(page, 'Title').press('Enter');
  await expect(opened(page).getByRole('alertdialog')).toBeVisible();
  await opened(page).getByRole('combobox', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'P0' }).click();
  await expect.poll(async () => (await stored()).priority).toBe('P0');
  await opened(page).getByRole('button', { name: 'Save mine' }).click();
  await expect(opened(page).getByRole('heading', { name: 'Mine' })).toBeVisible();
});

test('a choice that is asked about is asked about again after another card and a reload', async ({
  page,
}) => {
  const other = await fileTicket(api, { title: 'Tea runs out' });
  await openBoard(page, api);
  await card(page, 'Coffee runs out').getByRole('link').click();
  // The board would show their change before the user has chosen.
  await page.route('**/board/changes*', (route) => route.abort());
  const labels = opened(page).getByRole('textbox', { name: 'Add a label' });
  await labels.fill('mine');
  await api.patch(`/tickets/${ref}`, { labels: ['theirs'], priority: 'P0' }).expect(200);
  await labels.press('Enter');
  const question = opened(page).getByRole('alertdialog', { name: /changed this meanwhile: Labels/ });
  await expect(question.getByText('mine', { exact: true })).toBeVisible();
  await page.unroute('**/board/changes*');
  await card(page, 'Tea runs out').getByRole('link').click();
  await expect(opened(page, other.ref as string).getByRole('alertdialog')).toHaveCount(0);
  await card(page, 'Coffee runs out').getByRole('link').click();
  await expect(question.getByText('theirs', { exact: true })).toBeVisible();
  await page.reload();
  await expect(question.getByText('mine', { exact: true })).toBeVisible();
  expect((await stored()).labels).toEqual(['theirs']);
  await question.getByRole('button', { name: 'Save mine' }).click();
  await expect(question).toBeHidden();
  await expect.poll(async () => (await stored()).labels).toEqual(['mine']);
  await page.reload();
  await expect(opened(page).getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  await expect(opened(page).getByRole('alertdialog')).toHaveCount(0);
});

test('a newer choice does not answer the question about a conflict; it is asked about in place of the older one', async ({
  page,
}) => {
  await open(page);
  await expect(opened(page).getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  await page.route('**/board/changes*', (route) => route.abort());
  const labels = opened(page).getByRole('textbox', { name: 'Add a label' });
  await labels.fill('mine');
  await api.patch(`/tickets/${ref}`, { labels: ['theirs'] }).expect(200);
  await labels.press('Enter');
  const question = opened(page).getByRole('alertdialog', { name: /changed this meanwhile: Labels/ });
  await expect(question.getByText('mine', { exact: true })).toBeVisible();
  await labels.fill('more');
  await labels.press('Enter');
  await expect(question.getByText('mine, more', { exact: true })).toBeVisible();
  await expect(question.getByText('theirs', { exact: true })).toBeVisible();
  expect((await stored()).labels).toEqual(['theirs']);
  await question.getByRole('button', { name: 'Save mine' }).click();
  await expect(question).toBeHidden();
  await expect.poll(async () => (await stored()).labels).toEqual(['mine', 'more']);
});

test('a kept choice that no field can hold does no harm', async ({ page }) => {
  await open(page);
  await expect(opened(page).getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  const { id } = await stored();
  const keep = (field: string, value: unknown) =>
    page.evaluate(([key, entry]) => localStorage.setItem(key as string, entry), [
      `work-tracking.draft.1.${id}.unanswered.${field}`,
      JSON.stringify({ value, keptAt: Date.now() }),
    ] as const);
  await keep('labels', 'no list');
  await keep('priority', ['P0']);
  await keep('assignee', { id: 1 });
  await keep('dueAt', 'some day');
  await page.reload();
  await expect(opened(page).getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  await expect(opened(page).getByRole('alertdialog')).toHaveCount(0);
  await keep('priority', 'P0');
  await page.reload();
  await expect(opened(page).getByRole('alertdialog', { name: /Priority/ })).toBeVisible();
});

test('a due date that somebody else has changed, too, is saved once it is decided whose it is', async ({
  page,
}) => {
  let saves = 0;
  await page.route('**/board/tickets/*', async (route) => {
    if (route.request().method() === 'PUT') saves += 1;
    await route.fallback();
  });
  await open(page);
  const due = opened(page).getByLabel('Due', { exact: true });
  await due.fill('2031-02-03T04:05');
  await api.patch(`/tickets/${ref}`, { due_at: '2032-01-01T00:00:00.000Z' }).expect(200);
  await due.press('Enter');
  await expect(opened(page).getByRole('alertdialog')).toBeFocused();
  await opened(page).getByRole('button', { name: 'Save mine' }).click();
  await expect(opened(page).getByRole('alertdialog')).toBeHidden();
  await expect.poll(async () => (await stored()).due_at).toMatch(/^2031-02-0/);
  // Once refused, once saved.
  expect(saves).toBe(2);
});

test('the keys of an input method neither save a field nor throw away what was typed', async ({ page }) => {
  let saves = 0;
  await page.route('**/board/tickets/*', async (route) => {
    if (route.request().method() === 'PUT') saves += 1;
    await route.fallback();
  });
  await open(page);
  await edit(page, 'Title');
  await field(page, 'Title').fill('コーヒー');
  for (const key of ['Enter', 'Escape']) {
    await field(page, 'Title').dispatchEvent('keydown', { key, isComposing: true, bubbles: true });
  }
  await expect(field(page, 'Title')).toHaveValue('コーヒー');
  expect(saves).toBe(0);
  await field(page, 'Title').press('Enter');
  await expect(opened(page).getByRole('heading', { name: 'コーヒー' })).toBeVisible();
});

test('the history beside an open ticket shows what others change meanwhile', async ({ page }) => {
  await open(page);
  await opened(page).getByRole('tab', { name: 'History' }).click();
  await expect(opened(page).getByRole('list', { name: 'History' })).toBeVisible();
  await api.patch(`/tickets/${ref}`, { title: 'Tea runs out' }).expect(200);
  await expect(opened(page).getByText('Title: Coffee runs out → Tea runs out')).toBeVisible();
});

test('a ticket that arrives late leaves the focus where somebody types', async ({ page }) => {
  const held = await holdRequests(page, `**/board/tickets/${ref}`, 'GET');
  await open(page);
  const search = page.getByRole('searchbox', { name: 'Title or body' });
  await search.pressSequentially('cof');
  held.letGo();
  await expect(opened(page).getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  await expect(search).toBeFocused();
});
