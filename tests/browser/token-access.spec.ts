import { newProject, tokenFor } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { expect, test } from './support/test';

const PAGE = '/admin/plugins/work-tracking/tokens';

test('what a token opens, and what a new one would, is told action by action', async ({ page, server }) => {
  const { projectKey } = await newProject(server);
  const name = `Reads ${projectKey}`;
  await tokenFor(server, projectKey, { name, access: 'read-only' });
  await page.goto(PAGE);
  const opener = page.getByRole('button', { name: `What “${name}” opens` });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `What “${name}” opens` });
  const held = dialog.getByRole('region', { name: 'Actions that it holds' });
  await expect(held.getByRole('term')).toContainText(['ticket.find', 'change.find']);
  await expect(held).toContainText(
    'Read every change of the project, also of records that are deleted by now',
  );
  await expect(held).not.toContainText('ticket.create');
  await expect(dialog.getByRole('region', { name: 'Open to any token of a project' })).toContainText(
    'me.find',
  );
  await expect(dialog.getByRole('region', { name: 'Actions that it does not hold' })).toContainText(
    'File a ticket.',
  );
  await expectNoFault(page);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await page.getByRole('button', { name: `Issue a token for ${projectKey}` }).click();
  const form = page.getByRole('dialog', { name: 'Issue a token' });
  await form.getByRole('button', { name: 'What it opens' }).click();
  await expect(form.getByRole('term')).toContainText(['ticket.create', 'ticket.delete']);
  await form.getByRole('combobox', { name: 'Access' }).click();
  await page.getByRole('option', { name: 'Read-only' }).click();
  await expect(form.getByRole('term').filter({ hasText: 'ticket.create' })).toHaveCount(0);
  await expect(form.getByRole('term')).toContainText(['ticket.find', 'change.find', 'me.find']);
  await expectNoFault(page);
});

test('in a German panel the sentences are German', async ({ page, server }) => {
  const { projectKey } = await newProject(server);
  const name = `Liest ${projectKey}`;
  await tokenFor(server, projectKey, { name, access: 'read-only' });
  await page.goto('/admin');
  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  await page.goto(PAGE);
  await page.getByRole('button', { name: `Was „${name}“ öffnet` }).click();
  await expect(page.getByRole('region', { name: 'Aktionen, die es hat' })).toContainText(
    'Jede Änderung des Projekts lesen',
  );
  await expect(page.getByRole('region', { name: 'Aktionen, die es nicht hat' })).toContainText(
    'Ein Ticket anlegen.',
  );
});
