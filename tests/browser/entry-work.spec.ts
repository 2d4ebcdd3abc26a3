import type { Page } from '@playwright/test';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { ARTICLES, inCode } from '../support/documents';
import type { TestServer } from '../support/server';
import { expectNoFault } from './support/accessibility';
import { entryPath } from './support/entry-path';
import { ADA, changePerson, pageOf } from './support/panel';
import { expect, hostTest as test } from './support/test';

const CUSTOMERS = 'api::customer.customer';

let api: Api;
let article: string;
test.beforeEach(async ({ host: { server } }) => {
  api = await newProject(server);
  article = await newArticle(server, 'Coffee in the office');
});

const newArticle = (server: TestServer, title: string) =>
  inCode(server, ARTICLES, 'create', { data: { title } });

const titleOf = (server: TestServer, documentId: string): Promise<string> =>
  server.run(
    async (strapi, { uid, documentId: id }) =>
      (await strapi.db.query(uid).findOne({ where: { documentId: id } })).title as string,
    { uid: ARTICLES, documentId },
  );

const about = (locale: string | null = null) => ({ content: [{ type: ARTICLES, id: article, locale }] });
const openArticle = (page: Page) => page.goto(entryPath(ARTICLES, article));
const tickets = (page: Page) => page.getByRole('region', { name: 'Tickets' });
const decisions = (page: Page) => page.getByRole('region', { name: 'Decisions' });

test('beside an entry are the tickets and decisions about it, and follow what others do', async ({
  page,
}) => {
  const ticket = await fileTicket(api, { title: 'Buy beans', assignee: '1', ...about('en') });
  const done = await fileTicket(api, { title: 'Buy a mill', ...about() });
  await api.patch(`/tickets/${done.id}`, { status: 'cancelled' }).expect(200);
  await fileTicket(api, { title: 'In German only', ...about('de') });
  await fileDecision(api, { title: 'Tea as well?', ...about() });
  await openArticle(page);
  await expect(page.getByRole('heading', { name: 'Work', level: 2 })).toBeVisible();
  await expect(tickets(page).getByRole('link')).toHaveText([`${ticket.ref} Buy beans`]);
  await expect(tickets(page).getByText('Open · Ada Lovelace')).toBeVisible();
  await expect(decisions(page).getByRole('link')).toHaveText(['Tea as well?']);
  await expectNoFault(page, 'aside');

  const next = await fileTicket(api, { title: 'Clean the cups', ...about('en') });
  await expect(tickets(page).getByRole('link')).toHaveText([
    `${next.ref} Clean the cups`,
    `${ticket.ref} Buy beans`,
  ]);
  await page.getByRole('button', { name: 'Show the one that has ended' }).click();
  await expect(tickets(page).getByRole('link')).toHaveText([`${done.ref} Buy a mill`]);
  await page.getByRole('button', { name: 'Show those that are open' }).click();
  await tickets(page).getByRole('link', { name: 'Buy beans' }).click();
  await expect(page.getByRole('heading', { name: 'Buy beans', level: 3 })).toBeVisible();
});

test('a ticket is filed without leaving the entry, and nothing of the entry is saved', async ({
  host: { server },
  page,
}) => {
  await openArticle(page);
  await expect(tickets(page).getByText('None is open.')).toBeVisible();
  const title = page.getByRole('textbox', { name: 'title' });
  await title.fill('Half a title');
  await page.getByRole('button', { name: 'New ticket' }).click();
  const dialog = page.getByRole('dialog', { name: 'New ticket' });
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Find a picture');
  await dialog.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: new RegExp(api.projectKey) }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(tickets(page).getByRole('link')).toHaveText([`${api.projectKey}-1 Find a picture`]);
  await expect(title).toHaveValue('Half a title');
  expect(await titleOf(server, article)).toBe('Coffee in the office');
  const { body } = await api.get(`/tickets/${api.projectKey}-1`).expect(200);
  expect(body.ticket).toMatchObject({ title: 'Find a picture', ...about('en') });
});

/** What a page asks about the work of entries: the last part of each address. */
function askedAbout(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const what = /\/work-tracking\/content\/[^/]+\/([\w-]+)/.exec(request.url())?.[1];
    if (what) asked.push(what);
  });
  return asked;
}

test('whoever may read neither tickets nor decisions sees none, and the sign-off of what they may read', async ({
  browser,
  host: { server },
}) => {
  await fileTicket(api, { title: 'Secret', ...about() });
  const admin = await logInAdmin(server, ADA);
  const article = { subject: ARTICLES, properties: { fields: ['title'], locales: ['en'] } };
  const customer = { subject: CUSTOMERS, properties: { fields: ['name'] } };
  const writer = await newColleague(server, admin, [
    { action: 'plugin::content-manager.explorer.read', ...article },
    { action: 'plugin::content-manager.explorer.read', ...customer },
  ]);
  const page = await pageOf(browser, server, writer);
  const asked = askedAbout(page);
  await openArticle(page);
  await expect(page.getByRole('heading', { name: 'Work', level: 2 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sign-off' }).getByText('Not asked for')).toBeVisible();
  for (const work of [tickets(page), decisions(page)]) await expect(work).toHaveCount(0);

  const id = await inCode(server, CUSTOMERS, 'create', { data: { name: 'ACME' } });
  const answer = page.waitForResponse((one) => one.url().includes(`/content/${id}/sign-off`));
  await page.goto(entryPath(CUSTOMERS, id));
  expect((await (await answer).json()).data).toBeNull();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: 'ACME' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Work', level: 2 })).toHaveCount(0);
  expect(new Set(asked)).toEqual(new Set(['sign-off']));
  await page.context().close();

  const reader = await newColleague(server, admin, [
    { action: 'plugin::content-manager.explorer.read', ...article },
    { action: actionId('board.read') },
    mayInContentManager('read', 'ticket', ['state', 'title', 'content']),
  ]);
  const theirs = await pageOf(browser, server, reader);
  const theyAsk = askedAbout(theirs);
  await openArticle(theirs);
  await expect(tickets(theirs).getByRole('link', { name: 'Secret' })).toBeVisible();
  await expect(theirs.getByRole('region', { name: 'Sign-off' })).toBeVisible();
  await expect(decisions(theirs)).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: 'New ticket' })).toHaveCount(0);
  expect(new Set(theyAsk)).toEqual(new Set(['sign-off', 'tickets']));
  await theirs.context().close();
});

const LIST = `/admin/content-manager/collection-types/${ARTICLES}?sort=id:DESC&plugins[i18n][locale]=en`;

/** The cell before the status and the buttons of a line. */
const count = (page: Page, line: number) => page.getByRole('row').nth(line).getByRole('gridcell').nth(-3);

test('the list of articles counts the open work about each, once somebody wants it to', async ({
  host: { server },
  page,
}) => {
  await newArticle(server, 'Tea in the office');
  for (const title of ['Buy beans', 'Clean the cups']) await fileTicket(api, { title, ...about('en') });
  await fileTicket(api, { title: 'In German only', ...about('de') });
  await fileDecision(api, { title: 'Tea as well?', ...about() });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/open-work\?.*ids=\w/.test(request.url())) asked.push(request.url());
  });
  await page.goto(LIST);
  await expect(page.getByRole('row').nth(1)).toContainText('Tea in the office');
  await page.getByRole('button', { name: 'Show open work' }).click();
  const header = page.getByRole('gridcell', { name: 'Open work' });
  await expect(header).toBeVisible();
  await expect(count(page, 2)).toHaveText('3');
  await expect(count(page, 1)).toHaveText('-');
  expect(asked).toHaveLength(1);

  // The browser keeps the column.
  await page.reload();
  await expect(count(page, 2)).toHaveText('3');

  // What the panel has read before is not read again, and is counted by one request all the same.
  asked.length = 0;
  await page.getByRole('link', { name: 'Banner', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Banner' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show open work' })).toBeVisible();
  await fileTicket(api, { title: 'Boil water', ...about('en') });
  await page.goBack();
  await expect(count(page, 2)).toHaveText('4');
  expect(asked).toHaveLength(1);

  await page.getByRole('button', { name: 'Hide open work' }).click();
  await expect(header).toBeHidden();
});

test('who may read no work is offered no count of it, and can hide the column of somebody else', async ({
  host: { server },
  page,
}) => {
  const ada = await logInAdmin(server);
  const article = { subject: ARTICLES, properties: { fields: ['title'], locales: ['en'] } };
  const writer = await newColleague(server, ada, [
    { action: 'plugin::content-manager.explorer.read', ...article },
  ]);
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Show open work' }).click();
  await expect(count(page, 1)).toHaveText('-');
  await changePerson(page, writer);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/open-work')) asked.push(request.url());
  });
  await page.goto(LIST);
  await expect(page.getByRole('row').nth(1)).toContainText('Coffee in the office');
  await page.getByRole('button', { name: 'Hide open work' }).click();
  await expect(page.getByRole('gridcell', { name: 'Open work' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Show open work' })).toBeHidden();
  expect(asked).toEqual([]);
});
