import { startServer } from '../support/server';
import { ADA, newVisitor, registerFirst } from './support/panel';
import { expect, test } from './support/test';

test('the first to open a new panel registers and finds Work tracking in the menu', async ({ browser }) => {
  const server = await startServer({ env: { TEST_SERVE_PANEL: 'true' } });
  const context = await newVisitor(browser, server.url);
  const page = await context.newPage();
  await registerFirst(page, ADA);
  await page.getByRole('link', { name: 'Work tracking' }).click();
  await expect(page).toHaveURL(/\/plugins\/work-tracking\/board$/);
  await expect(page.getByRole('heading', { name: 'Board' })).toBeVisible();
  await context.close();
  await server.destroy();
});
