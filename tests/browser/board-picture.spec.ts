import { tokenFor } from '../support/api';
import { insertTickets } from '../support/tickets';
import { openBoard } from './support/board';
import { takePicture } from './support/pictures';
import { expect, test } from './support/test';

const DAY = 24 * 3600 * 1000;

test('the picture of the board', async ({ page, server }) => {
  const api = await tokenFor(server, 'SHOP', { venture: 'acme' });
  const ago = (days: number) => ({ createdAt: Date.now() - days * DAY });
  await insertTickets(server, api.tenantId, [
    {
      title: 'Checkout fails for addresses without a postcode',
      priority: 'P0',
      type: 'bug',
      effort: 'M',
      ...ago(1),
    },
    { title: 'Show the delivery date in the basket', type: 'feature', effort: 'S', ...ago(3) },
    { title: 'Export orders as CSV', priority: 'P3', type: 'feature', effort: 'L', ...ago(12) },
    {
      title: 'Retry payments that time out',
      priority: 'P1',
      type: 'feature',
      effort: 'M',
      state: 'in_progress',
      ...ago(2),
    },
    {
      title: 'Two coupons can be used at once',
      priority: 'P1',
      type: 'bug',
      effort: 'S',
      state: 'in_progress',
      ...ago(5),
    },
    { title: 'Move invoices to the new provider', type: 'chore', effort: 'L', state: 'blocked', ...ago(9) },
    { title: 'Sort search results by rating', type: 'feature', effort: 'M', state: 'in_review', ...ago(4) },
    {
      title: 'Prices are rounded twice',
      priority: 'P0',
      type: 'bug',
      effort: 'S',
      state: 'in_review',
      ...ago(6),
    },
    {
      title: 'Larger product pictures',
      priority: 'P3',
      type: 'feature',
      effort: 'S',
      state: 'done',
      ...ago(20),
    },
    {
      title: 'Log in with a passkey',
      priority: 'P1',
      type: 'feature',
      effort: 'L',
      state: 'done',
      ...ago(31),
    },
    { title: 'Support for old browsers', priority: 'P3', type: 'chore', state: 'cancelled', ...ago(45) },
  ]);
  await openBoard(page, api);
  await expect(page.getByRole('article')).toHaveCount(11);
  await takePicture(page, 'board');
});
