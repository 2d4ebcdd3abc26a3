import { fileDecision, newProject, subscribe } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { card, column, openBoard } from './support/board';
import { opened } from './support/inbox';
import { tabTo } from './support/panel';
import { expect, test } from './support/test';

test('a day’s work without a mouse: a ticket, a decision, a delivery', async ({ page, server }) => {
  const api = await newProject(server);
  const decision = await fileDecision(api, { title: 'Order more?' });
  const { id } = await subscribe(api, 'http://127.0.0.1:9/hook', { event_types: ['ticket.updated'] });
  // Newer than whatever is sent meanwhile: the first of the list.
  await insertDeliveries(server, id, [{ state: 'dead', createdAt: Date.now() + 3_600_000 }]);
  await openBoard(page, api);
  const press = (key: string) => page.keyboard.press(key);
  const focus = page.locator(':focus');

  // Files a ticket and opens it.
  await press('c');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Coffee runs out');
  await press('Shift+Enter');
  await expect(page.getByRole('heading', { name: 'Coffee runs out' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Ticket/ }).locator('h2:focus')).toHaveCount(1);

  // Changes a field, and says something.
  await tabTo(page, page.getByRole('button', { name: 'Edit: Type' }));
  await press('Enter');
  await page.keyboard.type('chore');
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Edit: Type' })).toBeFocused();
  await tabTo(page, page.getByRole('textbox', { name: 'Add a comment' }));
  await page.keyboard.type('Since Monday.');
  await press('Control+Enter');
  const comments = page.getByRole('region', { name: 'Comments' }).getByRole('listitem');
  await expect(comments.getByText('Since Monday.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeFocused();

  // Goes back to its card and moves it.
  await tabTo(page, page.getByRole('button', { name: 'Close the ticket' }));
  await press('Enter');
  await expect(page.getByRole('link', { name: 'Coffee runs out' })).toBeFocused();
  await press('m');
  await expect(page.getByRole('menuitem', { name: 'In progress' })).toBeFocused();
  await press('Enter');
  const moved = card(column(page, 'In progress'), 'Coffee runs out');
  await expect(moved.locator(':focus')).toHaveCount(1);

  // Resolves a decision.
  await press('Home');
  await tabTo(page, page.getByRole('link', { name: 'Decisions', exact: true }));
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Decisions', level: 1 })).toBeVisible();
  await expect(focus).toHaveCount(1);
  await tabTo(page, page.getByRole('searchbox', { name: 'Search decisions' }));
  await page.keyboard.type('Order more');
  await tabTo(page, page.getByRole('link', { name: 'Order more?' }));
  await press('Enter');
  await opened(page, 'Order more?');
  await press('1');
  await press('Control+Enter');
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  await expect
    .poll(async () => (await api.get(`/decisions/${decision.id}`)).body.decision.frontmatter.status)
    .toBe('resolved');
  await expect(focus).toHaveCount(1);

  // Resends a delivery that was given up.
  await tabTo(page, page.getByRole('link', { name: 'Deliveries', exact: true }));
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Deliveries', level: 1 })).toBeVisible();
  await expect(focus).toHaveCount(1);
  // Strapi's tables are one stop of the Tab key; the arrow keys go on from there.
  const list = page.getByRole('region', { name: 'Deliveries' });
  await tabTo(page, list.getByRole('gridcell', { name: 'State', exact: true }));
  await press('ArrowDown');
  await press('ArrowRight');
  await expect(list.getByRole('link').first()).toBeFocused();
  await press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Resend' }));
  await press('Enter');
  await expect(page.getByText('Sent again, as this delivery.').first()).toBeVisible();
  await expect(focus).toHaveCount(1);
  const { body } = await api.get('/webhooks/deliveries');
  const created = body.deliveries.filter(
    ({ event_type }: { event_type: string }) => event_type === 'ticket.created',
  );
  expect(created).toHaveLength(2);
});
