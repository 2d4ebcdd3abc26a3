'use strict';

// A visitor of the panel, in a browser.

/**
 * A page of a new visitor, who remembers nothing but that the guided tour was skipped.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url of the application
 */
async function newPage(browser, url) {
  // Strapi's guided tour would cover the pages of a new administrator.
  const tour = { tours: {}, enabled: false, hidden: true, completedActions: [] };
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 810 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'STRAPI_GUIDED_TOUR', value: JSON.stringify(tour) }] }],
    },
  });
  return context.newPage();
}

/**
 * Logs in by the panel's form; resolves on the home page.
 * @param {import('@playwright/test').Page} page
 * @param {{ email: string, password: string }} login
 */
async function logIn(page, { email, password }) {
  await page.goto('/admin/auth/login');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: /^Hello/ }).waitFor();
  // It advertises the media library, above every page.
  await page.getByRole('button', { name: 'Close the banner.' }).click();
}

module.exports = { logIn, newPage };
