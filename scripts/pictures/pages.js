'use strict';

/** @typedef {import('@playwright/test').Page} Page */

const PLUGIN = '/admin/plugins/work-tracking';

/**
 * The pictures by name, each with what leads to its page: a page and the public id of the shop's project.
 * @type {Record<string, (page: Page, id: string) => Promise<void>>}
 */
const PICTURES = {
  board: openBoard,

  async ticket(page, tenantId) {
    await openBoard(page, tenantId);
    await page.getByRole('link', { name: 'Checkout fails' }).click();
    const beside = page.getByRole('region', { name: 'Ticket SHOP-1' });
    await beside.getByText('address form').waitFor();
  },

  async inbox(page) {
    await page.goto(`${PLUGIN}/inbox`);
    const decision = page.getByRole('article', { name: 'How long do we keep' });
    await decision.getByRole('radio', { name: 'Ninety days' }).click();
    await decision.getByRole('textbox', { name: 'Note' }).fill('Ask again in spring 🌱');
    await decision.getByRole('table').waitFor();
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  },

  async deliveries(page, tenantId) {
    await page.goto(`${PLUGIN}/deliveries?project=${tenantId}`);
    await page.getByRole('img', { name: /^Attempts per 30 minutes/ }).waitFor();
    await page.locator('.recharts-bar-rectangle path').first().waitFor();
    await page.getByRole('gridcell').first().waitFor();
  },

  async subscriptions(page) {
    await page.goto(`${PLUGIN}/subscriptions`);
    await page.getByRole('link', { name: '/warehouse' }).waitFor();
  },

  async 'token-dialog'(page) {
    await page.goto(`${PLUGIN}/tokens`);
    await page.getByRole('button', { name: 'Issue a token for SHOP' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Warehouse 倉庫');
    await dialog.getByRole('button', { name: 'Issue a token' }).click();
    await dialog.getByRole('heading', { name: 'The token is issued' }).waitFor();
  },
};

/**
 * Those of an application with articles, by the document id of one of them.
 * @type {typeof PICTURES}
 */
const PICTURES_OF_ARTICLES = {
  async 'sign-off'(page, article) {
    await page.goto(`/admin/content-manager/collection-types/api::article.article/${article}`);
    await page.getByRole('region', { name: 'Sign-off' }).getByText('Waiting for approval').waitFor();
  },

  async 'sign-off-inbox'(page) {
    await page.goto(`${PLUGIN}/inbox`);
    await page.getByRole('region', { name: 'What publishing changes' }).locator('ins').first().waitFor();
    await page.getByRole('button', { name: 'Approved', exact: true }).waitFor();
  },
};

/**
 * @param {Page} page
 * @param {string} tenantId
 */
async function openBoard(page, tenantId) {
  await page.goto(`${PLUGIN}/board?project=${tenantId}`);
  await page.getByRole('link', { name: 'Log in with a passkey' }).waitFor();
  await page.getByRole('link', { name: 'Checkout fails' }).waitFor();
}

module.exports = { PICTURES, PICTURES_OF_ARTICLES };
