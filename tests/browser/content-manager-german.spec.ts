import { fileDecision, fileTicket, newProject } from '../support/api';
import { openForm, openList, sidePanel } from './support/content-manager';
import { expect, test } from './support/test';

test('in a German panel the content manager’s parts are German', async ({ page, server }) => {
  test.slow();
  const api = await newProject(server);
  const ticket = await fileTicket(api);
  const decision = await fileDecision(api, { frontmatter: { options: [{ id: 'a', title: 'A' }] } });
  await page.goto('/admin');
  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  await openList(page, 'ticket');
  await expect(page.getByRole('gridcell', { name: 'Letzte Änderung' })).toBeVisible();
  await openForm(page, 'ticket', ticket.id);
  await expect(page.getByRole('textbox', { name: 'Titel' })).toBeVisible();
  await expect(sidePanel(page, 'Verlauf').getByRole('listitem')).toContainText('Angelegt');
  await expect(sidePanel(page, 'Zustellungen')).toContainText('Hierzu wurde noch nichts gesendet.');
  await page.getByRole('button', { name: 'Verschieben nach' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'In Arbeit' })).toBeVisible();
  await openList(page, 'decision');
  await expect(page.getByRole('heading', { name: 'Entscheidung' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Webhook-Abonnement' })).toBeVisible();
  await openForm(page, 'decision', decision.id);
  await expect(page.getByRole('heading', { name: 'Optionen' })).toBeVisible();
  await openForm(page, 'webhook-subscription');
  await expect(page.getByRole('combobox', { name: 'Ereignisse' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erzeugen' })).toBeVisible();
});
