import { fileTicket, newProject, type Api } from '../support/api';
import { openForm, openList } from './support/content-manager';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ server }) => {
  test.slow();
  api = await newProject(server);
});

test('lists show the names of statuses, and times by how long ago they were', async ({ page }) => {
  const ticket = await fileTicket(api, { title: 'Being done' });
  await api.patch(`/tickets/${ticket.id}`, { status: 'in_progress' }).expect(200);
  await openList(page, 'ticket', api.projectKey);
  const row = page.getByRole('row', { name: /Being done/ });
  await expect(row.getByText('In progress', { exact: true })).toBeVisible();
  await expect(row.locator('time')).toHaveText(/ago$/);
  await expect(row.locator('time')).toHaveAttribute('title', /\d{4}/);
});

for (const [language, save, sentences] of [
  [
    'en',
    'Save',
    [/url must be an http or https/, 'Choose the project that this belongs to.', /4 fields are not right/],
  ],
  [
    'de',
    'Speichern',
    [/Die URL muss eine http- oder https-Adresse/, /Wähle das Projekt/, /4 Felder stimmen so nicht/],
  ],
] as const) {
  test(`a form says everything that is wrong with it at once: ${language}`, async ({ page }) => {
    await page.goto('/admin');
    await page.evaluate((to) => localStorage.setItem('strapi-admin-language', to), language);
    await openForm(page, 'webhook-subscription');
    await page.getByRole('textbox', { name: 'URL' }).fill('ftp://example.com');
    await page.getByRole('button', { name: save }).click();
    for (const sentence of sentences) await expect(page.getByText(sentence).first()).toBeVisible();
    const url = page.getByRole('textbox', { name: 'URL' });
    await expect(url).toHaveValue('ftp://example.com');
    await expect(url).toHaveAccessibleDescription(sentences[0]);
  });
}

test('a ticket is written in the Markdown editor', async ({ page }) => {
  await openForm(page, 'ticket');
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await expect(page.locator('main label').filter({ hasText: /^Project.*\*/ })).toBeVisible();
});
