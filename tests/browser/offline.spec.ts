import { fileTicket, newProject } from '../support/api';
import { card, column, openBoard } from './support/board';
import { expect, test } from './support/test';

test('a board without its server says of when it is, refuses moves, and catches up', async ({
  page,
  context,
  server,
}) => {
  const api = await newProject(server);
  await fileTicket(api, { title: 'To move' });
  await openBoard(page, api);
  const notice = page.getByRole('status').filter({ hasText: 'The server has not answered since' });
  await expect(notice).toHaveCount(0);
  await context.setOffline(true);
  await expect(notice).toContainText(/since \d+:\d\d\s[AP]M\. You see the state of then/);
  await card(page, 'To move').getByRole('button', { name: 'Move “To move”' }).click();
  await page.getByRole('menuitem', { name: 'In progress' }).click();
  await expect(page.getByText('The server does not answer: nothing was changed.').first()).toBeVisible();
  await expect(card(column(page, 'Open'), 'To move')).toBeVisible();
  await fileTicket(api, { title: 'Filed meanwhile' });
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await expect(card(column(page, 'Open'), 'Filed meanwhile')).toBeVisible();
});

test('a proxy that answers for a server that is away is no answer', async ({ page, server }) => {
  const api = await newProject(server);
  await fileTicket(api, { title: 'To move' });
  await openBoard(page, api);
  await page.route('**/work-tracking/**', (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({
          status: 502,
          contentType: 'text/html',
          body: '<html><h1>502 Bad Gateway</h1></html>',
        })
      : route.fallback(),
  );
  await expect(
    page.getByRole('status').filter({ hasText: 'The server has not answered since' }),
  ).toBeVisible();
  await card(page, 'To move').getByRole('button', { name: 'Move “To move”' }).click();
  await page.getByRole('menuitem', { name: 'In progress' }).click();
  await expect(page.getByText('The server does not answer: nothing was changed.').first()).toBeVisible();
  await expect(card(column(page, 'Open'), 'To move')).toBeVisible();
});

for (const address of ['nothing/here', 'inbox/one/two', 'deliveries/one/two'])
  test(`an address without a page leads back: ${address}`, async ({ page }) => {
    await page.goto(`/admin/plugins/work-tracking/${address}`);
    await expect(page.getByText('There is no page at this address.')).toBeVisible();
    await page.getByRole('link', { name: 'To the page “Board”' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Board' })).toBeVisible();
  });
