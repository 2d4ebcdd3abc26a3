import { expect, test } from '@playwright/test';
import { card, column } from '../browser/support/board';
import { entryPath } from '../browser/support/entry-path';
import { bannerOf, keepFramesComing, register, TOUR_SKIPPED } from '../browser/support/panel';

const { INSTALLED_TICKET: title = '', INSTALLED_API: api = '' } = process.env;

test.beforeEach(({ context }) => keepFramesComing(context));

test('the board shows what was filed, in English and in German; a token is told where v1 is; an article that nobody has approved is not published', async ({
  page,
}) => {
  // Not every version of Strapi that is installed has one.
  await page.addLocatorHandler(bannerOf(page), (banner) => banner.click());
  const leftOut: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('not in force with this Strapi')) leftOut.push(message.text());
  });
  await register(page);
  await page.evaluate(({ name, value }) => localStorage.setItem(name, value), TOUR_SKIPPED);
  await page.goto('/admin/plugins/work-tracking/board');
  await expect(card(column(page, 'Open'), title)).toBeVisible();

  await page.goto('/admin/plugins/work-tracking/tokens');
  await page.getByRole('button', { name: 'Issue a token for DEMO' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('From the panel');
  await dialog.getByRole('button', { name: 'Issue a token' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Try it' })).toContainText(`${api}/tickets`);

  await page.goto(entryPath('api::article.article', 'create'));
  await page.getByRole('textbox', { name: 'title' }).fill('Second');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(
    page.getByText('"Second" is not published: nobody has approved it.', { exact: false }),
  ).toBeVisible();

  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  await page.goto('/admin/plugins/work-tracking/board');
  await expect(card(column(page, 'Offen'), title)).toBeVisible();
  expect(leftOut).toEqual([]);
});
