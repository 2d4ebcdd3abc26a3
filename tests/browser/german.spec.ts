import { fileTicket, newProject } from '../support/api';
import { card, changeBeforeNextMove, column } from './support/board';
import { expect, test } from './support/test';

test('in a German panel the board is German, its refusals too', async ({ page, server }) => {
  const api = await newProject(server);
  const ticket = await fileTicket(api, { title: 'Guten Tag' });
  await page.goto('/admin');
  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  await page.goto(`/admin/plugins/work-tracking/board?project=${api.tenantId}`);
  for (const name of ['Offen', 'In Arbeit', 'Blockiert', 'In Prüfung', 'Erledigt', 'Abgebrochen']) {
    await expect(column(page, name)).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Vorgänge' })).toBeVisible();
  const shown = card(column(page, 'Offen'), 'Guten Tag');
  await expect(shown.getByText(/^vor \d/)).toBeVisible();
  await shown.getByRole('button', { name: '„Guten Tag“ verschieben' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['In Arbeit', 'Blockiert', 'Abgebrochen']);
  await changeBeforeNextMove(page, () =>
    api.patch(`/tickets/${ticket.id}`, { status: 'cancelled' }).expect(200),
  );
  await page.getByRole('menuitem', { name: 'In Arbeit' }).click();
  await expect(
    page.getByText('Ein Ticket kann nicht von Abgebrochen nach In Arbeit wechseln.'),
  ).toBeVisible();
});
