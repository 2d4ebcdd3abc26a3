import { newProject } from '../support/api';
import { insertTickets } from '../support/tickets';
import { card, column, hold, openBoard } from './support/board';
import { expect, test } from './support/test';

const STATUSES = ['in_progress', 'blocked', 'in_review', 'done', 'cancelled'];
const OPEN = 1500;
const IN_EACH_OTHER = 700;

test('5,000 tickets stay usable: columns load as they scroll, and keep no cards far from the visible part', async ({
  page,
  server,
}) => {
  test.slow();
  const api = await newProject(server);
  const start = Date.now() - 10 * 24 * 3600 * 1000;
  const numbered = (state: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      title: `Ticket ${index + 1}, ${state}`,
      state,
      createdAt: start + index * 1000,
    }));
  await insertTickets(server, api.tenantId, [
    ...numbered('open', OPEN),
    ...STATUSES.flatMap((state) => numbered(state, IN_EACH_OTHER)),
  ]);
  await openBoard(page, api);
  const open = column(page, 'Open');
  await expect(open.getByLabel('1,000+ tickets')).toBeVisible();
  await expect(card(open, 'Ticket 1500, open')).toBeVisible();

  // A CSS selector: roles are slow to compute for so many elements.
  const cards = page.locator('[data-status=open] [data-ticket]');
  await open.hover();
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    expect(await cards.last().textContent()).toContain('Ticket 1, open');
  }).toPass({ timeout: 120_000, intervals: [50] });
  expect(await cards.count()).toBeLessThan(200);

  // It can be dragged to another column from there.
  await hold(page, 'Ticket 1, open', 'In progress');
  await page.mouse.up();
  await expect(card(column(page, 'In progress'), 'Ticket 1, open')).toBeVisible();
  await expect(open.getByLabel('1,000+ tickets')).toBeVisible();
  await expect(column(page, 'In progress').getByLabel('701 tickets')).toBeVisible();

  await open.hover();
  await page.mouse.wheel(0, -1_000_000);
  await expect(card(open, 'Ticket 1500, open')).toBeVisible();
});
