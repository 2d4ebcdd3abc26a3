import type { Page } from '@playwright/test';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { newProject } from '../support/api';
import { startServer, type OwnServer } from '../support/server';
import { insertTickets } from '../support/tickets';
import { expectNoFault } from './support/accessibility';
import { card, column } from './support/board';
import { ADA, escapeFrom, newVisitor, pageOf, registerFirst, TOUR_SKIPPED } from './support/panel';
import { expect, test } from './support/test';

const BOARD = '/admin/plugins/work-tracking/board';

/** An application without any project. */
let server: OwnServer;
test.beforeEach(async () => {
  server = await startServer({ env: { TEST_SERVE_PANEL: 'true' } });
});
test.afterEach(() => server.destroy());

test('an empty board leads to the first ticket by three clicks and two fields, and on to a token', async ({
  browser,
}) => {
  const context = await newVisitor(browser, server.url, [TOUR_SKIPPED]);
  const page = await context.newPage();
  await registerFirst(page, ADA);
  await page.goto(BOARD);
  const guide = page.getByRole('region', { name: 'Start here' });
  await expect(guide.getByRole('heading', { level: 3 })).toHaveText([
    'Create a project',
    'First ticket',
    'Issue a token',
  ]);
  // Nothing that would lead nowhere.
  await expect(guide.getByRole('button')).toHaveText(['Create a project']);
  await expect(guide.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New ticket' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Open', exact: true })).toHaveCount(0);
  await expectNoFault(page);

  // The first click, and the first field.
  await guide.getByRole('button', { name: 'Create a project' }).click();
  const form = page.getByRole('dialog', { name: 'Create a project' });
  await expect(form.getByRole('textbox')).toHaveCount(1);
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Mobile app');
  await expect(
    form.getByText('Its tickets are called MA-1 and so on, and its venture mobile-app.'),
  ).toBeVisible();
  await expect(form.getByText('A venture is what a project is a part of')).toBeVisible();
  await expectNoFault(page, '[role="dialog"]');
  const focusedBehind = await page.evaluateHandle(() => {
    const elements: Element[] = [];
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && !target.closest('[role="dialog"]')) elements.push(target);
    });
    return elements;
  });
  // The second.
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  const filing = page.getByRole('dialog', { name: 'New ticket' });
  await expect(filing.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Coffee runs out');
  await expect(filing.getByRole('textbox', { name: 'Title' })).toHaveValue('Coffee runs out');
  // The closed dialog takes no focus, and no typed text, from the open one.
  expect(await focusedBehind.evaluate((elements) => elements.map(({ outerHTML }) => outerHTML))).toEqual([]);
  // The third.
  await filing.getByRole('button', { name: 'File it' }).click();
  await expect(card(column(page, 'Open'), 'Coffee runs out')).toBeVisible();
  await expect(card(page, 'MA-1')).toBeVisible();

  await expect(guide.getByRole('img', { name: 'Done' })).toHaveCount(2);
  await guide.getByRole('link', { name: 'Issue a token' }).click();
  const issuing = page.getByRole('dialog', { name: 'Issue a token' });
  await expect(issuing.getByText('MA · Mobile app')).toBeVisible();
  await issuing.getByRole('button', { name: 'Issue a token' }).click();
  await expect(page.getByRole('heading', { name: 'The token is issued' })).toBeVisible();
  const later = await context.newPage();
  await later.goto(BOARD);
  await expect(card(later, 'Coffee runs out')).toBeVisible();
  await expect(later.getByRole('region', { name: 'Start here' })).toBeHidden();
  await context.close();
});

test('keys can be changed, and one that is wrong or taken is said beside it', async ({ browser }) => {
  const context = await newVisitor(browser, server.url, [TOUR_SKIPPED]);
  const page = await context.newPage();
  await registerFirst(page, ADA);
  await page.goto(BOARD);
  await page.getByRole('button', { name: 'Create a project' }).click();
  const form = page.getByRole('dialog', { name: 'Create a project' });
  await page.keyboard.press('Enter');
  await expect(form.getByText('Give a name.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('2. Größe');
  await form.getByRole('button', { name: 'More' }).click();
  const key = form.getByRole('textbox', { name: 'Key' });
  await expect(key).toHaveValue('GROE');
  await expect(form.getByRole('textbox', { name: 'Venture' })).toHaveValue('groesse');
  await key.fill('9 lives');
  await page.keyboard.press('Enter');
  await expect(form.getByText('starting with a letter').first()).toBeVisible();
  // Somebody else is faster.
  const other = await newProject(server);
  await key.fill(other.projectKey);
  await page.keyboard.press('Enter');
  await expect(form.getByText('There is already a project with that key.')).toBeVisible();
  await key.fill('SIZE');
  await page.keyboard.press('Enter');
  await escapeFrom(page.getByRole('dialog', { name: 'New ticket' }));

  // A project without tickets: what is left, for who may do it.
  await page.goto(BOARD);
  const guide = page.getByRole('region', { name: 'Start here' });
  await expect(guide.getByRole('img', { name: 'Done' })).toHaveCount(2);
  await expect(guide.getByRole('button')).toHaveText(['First ticket']);
  const admin = await logInAdmin(server);
  const read = [
    { action: actionId('board.read') },
    mayInContentManager('read', 'ticket', ['title', 'state', 'project']),
    mayInContentManager('read', 'project', ['key', 'name']),
  ];
  const filer = await newColleague(server, admin, [
    ...read,
    mayInContentManager('create', 'ticket', ['title', 'project', 'priority']),
  ]);
  const theirs = await pageOf(browser, server, filer);
  await theirs.goto(BOARD);
  await expect(
    theirs.getByRole('region', { name: 'Start here' }).getByRole('heading', { level: 3 }),
  ).toHaveText(['First ticket']);
  await theirs.context().close();
  await context.close();
});

test('who may not make the first project sees who can; filters that match nothing can be cleared', async ({
  browser,
}) => {
  const context = await newVisitor(browser, server.url, [TOUR_SKIPPED]);
  const page = await context.newPage();
  await registerFirst(page, ADA);
  const colleague = await newColleague(server, await logInAdmin(server), [
    { action: actionId('board.read') },
    mayInContentManager('read', 'ticket', ['title', 'state', 'project']),
  ]);
  const theirs = await pageOf(browser, server, colleague);
  await theirs.goto(BOARD);
  await expect(theirs.getByText('These people can create one: Ada Lovelace.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Create a project' })).toHaveCount(0);
  await theirs.context().close();

  const api = await newProject(server);
  await api.post('/tickets', { title: 'Only one' }).expect(201);
  await page.goto(`${BOARD}?text=nonsense&priority=P0`);
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await expect(column(page, 'Open')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(card(page, 'Only one')).toBeVisible();
  await expect(page.getByText('Nothing matches.')).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${BOARD}$`));
  await context.close();
});

test('where there are tickets, an empty board is no first run', async ({ browser }) => {
  const context = await newVisitor(browser, server.url, [TOUR_SKIPPED]);
  const page = await context.newPage();
  await registerFirst(page, ADA);
  const api = await newProject(server);
  const createdAt = Date.now() - 60 * 24 * 3600 * 1000;
  await insertTickets(server, api.tenantId, [{ title: 'Long ago', state: 'done', createdAt }]);
  const guideOf = (whose: Page) => whose.getByRole('region', { name: 'Start here' });

  // Nothing of it has changed recently.
  await page.goto(BOARD);
  await expect(column(page, 'Done').getByRole('button', { name: 'Show older' })).toBeVisible();
  await expect(guideOf(page)).toBeHidden();

  // Somebody who may read what they have filed themselves.
  const mine = ['admin::is-creator'];
  const filer = await newColleague(server, await logInAdmin(server), [
    { action: actionId('board.read') },
    mayInContentManager('read', 'ticket', ['title', 'state', 'project'], mine),
    mayInContentManager('read', 'project', ['key', 'name']),
    mayInContentManager('create', 'ticket', ['title', 'project', 'priority']),
  ]);
  const theirs = await pageOf(browser, server, filer);
  const answered = theirs.waitForResponse(/first-run/);
  await theirs.goto(BOARD);
  await answered;
  await expect(column(theirs, 'Open')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'New ticket', exact: true })).toBeVisible();
  await expect(guideOf(theirs)).toBeHidden();
  await theirs.context().close();
  await context.close();
});
