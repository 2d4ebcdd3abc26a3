import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { collection, logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileTicket, newProject, subscribe } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import type { TestServer } from '../support/server';
import { expectNoFault } from './support/accessibility';
import { pageOf } from './support/panel';
import { expect, test } from './support/test';

const TITLES = [
  'Decisions waiting for sign-off',
  'Deliveries that failed in the last day',
  'Tickets by status',
];

/** A user who may read only records of their own: the specs share the application. */
async function newcomer(server: TestServer) {
  const own = ['admin::is-creator'];
  return newColleague(server, await logInAdmin(server), [
    ...(['decision.read', 'decision.resolve', 'board.read', 'delivery.read'] as const).map((action) => ({
      action: actionId(action),
    })),
    mayInContentManager('create', 'decision', ['title', 'slug', 'state', 'project']),
    mayInContentManager('read', 'decision', ['title', 'slug', 'state'], own),
    mayInContentManager('create', 'ticket', ['title', 'state', 'priority', 'project']),
    mayInContentManager('read', 'ticket', ['title', 'state'], own),
    mayInContentManager('read', 'webhook-delivery', ['state'], own),
  ]);
}

test('the homepage shows open decisions, oldest first, and the tickets of each status', async ({
  browser,
  server,
  ada: _,
}) => {
  const { tenantId } = await newProject(server);
  const colleague = await newcomer(server);
  const page = await pageOf(browser, server, colleague);
  for (const text of [
    'No decision is waiting.',
    'Every delivery has got through.',
    'There is no ticket yet.',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }

  const project = { connect: [{ documentId: tenantId }] };
  for (const title of ['Oldest', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth']) {
    const slug = `widget-${title.toLowerCase()}`;
    await colleague.post(collection('decision'), { title, slug, state: 'open', project }).expect(201);
  }
  for (const title of ['One', 'Two']) {
    const ticket = { title, state: 'open', priority: 'P2', project };
    await colleague.post(collection('ticket'), ticket).expect(201);
  }
  await page.reload();

  const decisions = page.getByRole('list', { name: '6 open decisions' });
  await expect(decisions.getByRole('listitem')).toHaveText([
    /Oldest.*asked by Grace Hopper/,
    /Second/,
    /Third/,
    /Fourth/,
    /Fifth/,
  ]);
  await expect(page.getByText('1 more')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open\s*2$/ })).toHaveAttribute('href', /board$/);
  // The headings around them, and the other widgets, are Strapi's.
  await expectNoFault(page, '[aria-labelledby^="plugin::work-tracking"] :is(ul, a)');
  await decisions.getByRole('link', { name: 'Oldest' }).click();
  await expect(page).toHaveURL(/\/inbox\/\w+$/);
  await expect(page.getByRole('article', { name: 'Oldest' })).toBeVisible();
  await page.context().close();
});

/** The panel's format of numbers. */
const grouped = (count: number) => count.toLocaleString('en');

test('the deliveries widget counts those that failed, and links to them', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await subscribe(api, 'http://127.0.0.1:9/hook', { event_types: ['ticket.created'] });
  await insertDeliveries(server, id, [
    { state: 'dead', createdAt: Date.now() - 1000 },
    { state: 'pending', createdAt: Date.now() - 1000 },
  ]);
  const admin = await logInAdmin(server);
  // Others fail meanwhile: what the widget shows is compared with what is counted just before.
  await expect(async () => {
    const { body } = await admin.get('/work-tracking/widgets/failed-deliveries').expect(200);
    const { dead, failing } = body.data;
    expect([dead, failing].every((count) => count > 0)).toBe(true);
    await page.goto('/admin');
    await expect(page.getByRole('link', { name: 'failing, will be tried again' })).toBeVisible();
    const addresses = page
      .getByRole('link', { name: `${grouped(dead)} given up` })
      .or(page.getByRole('link', { name: `${grouped(failing)} failing, will be tried again` }))
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(await addresses).toEqual([
      expect.stringMatching(/plugins\/work-tracking\/deliveries\?state=dead&period=day$/),
      expect.stringMatching(/deliveries\?state=pending&period=day$/),
    ]);
  }).toPass();
});

test('an error stays in its widget', async ({ page, server }) => {
  await fileTicket(await newProject(server));
  await page.route('**/work-tracking/widgets/failed-deliveries', (route) =>
    route.fulfill({ status: 500, json: { error: { message: 'Down.' } } }),
  );
  await page.goto('/admin');
  await expect(page.getByText('Down.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Done/ })).toBeVisible();
});

test('in a German panel the widgets are German', async ({ page }) => {
  await page.goto('/admin');
  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  await page.reload();
  for (const title of [
    'Ausstehende Entscheidungen',
    'Gescheiterte Zustellungen des letzten Tages',
    'Tickets nach Status',
  ]) {
    await expect(page.getByText(title)).toBeVisible();
  }
});

test('a role without permissions is offered no widget', async ({ browser, server, ada: _ }) => {
  const admin = await logInAdmin(server);
  const nobody = await newColleague(server, admin, []);
  const page = await pageOf(browser, server, nobody);
  for (const title of TITLES) await expect(page.getByText(title)).toHaveCount(0);
  await page.context().close();

  const reader = await newColleague(server, admin, [
    { action: actionId('decision.read') },
    mayInContentManager('read', 'decision', ['title', 'state']),
  ]);
  const readerPage = await pageOf(browser, server, reader);
  await expect(readerPage.getByText(TITLES[0]!)).toBeVisible();
  for (const title of TITLES.slice(1)) await expect(readerPage.getByText(title)).toHaveCount(0);
  await readerPage.context().close();
});
