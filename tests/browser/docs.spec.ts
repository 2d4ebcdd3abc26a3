import { expect, test } from './support/test';

test('the page over the API shows its routes, and runs under the security headers', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  page.on('pageerror', (error) => refused.push(error.message));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));

  await page.goto('/api/v1/docs');
  await expect(page.getByRole('heading', { name: 'Work Tracking' })).toBeVisible();
  const operation = page.locator('.opblock', { hasText: 'File a ticket' });
  await operation.getByRole('button', { name: /^POST/ }).click();
  await expect(operation).toContainText('unsupported_media_type');

  expect(refused).toEqual([]);
  expect(new Set(asked.filter((origin) => origin !== 'null'))).toEqual(new Set([new URL(page.url()).origin]));
});
