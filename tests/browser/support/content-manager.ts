import { expect, type Page } from '@playwright/test';

/** Where the content manager lists a type, or shows one record's form; `create` for a new one's. */
export const contentOf = (type: string, id = '') =>
  `/admin/content-manager/collection-types/plugin::work-tracking.${type}/${id}`;

/** Strapi puts the page together from many requests; what stands beside the form comes last. */
const PATIENCE = { timeout: 45_000 };

/** Opens a record's form, or a new one's, and waits until it is whole. */
export async function openForm(page: Page, type: string, id = 'create'): Promise<void> {
  await page.goto(contentOf(type, id));
  await formIsWhole(page);
}

/** Resolves when the form has its button to save, in whichever language. */
export const formIsWhole = (page: Page): Promise<void> =>
  expect(page.locator('aside button').first()).toBeVisible(PATIENCE);

/**
 * Saves the form of a record, and resolves when that is done. Strapi's notice does not tell: that of the save before may
 * still be there.
 */
export async function saveForm(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await answered).status()).toBe(200);
}

/** Opens the list of a type, of one project's records where its key is given, and waits for its table. */
export async function openList(page: Page, type: string, projectKey?: string): Promise<void> {
  const filter = projectKey === undefined ? '' : `?filters[$and][0][project][key][$eq]=${projectKey}`;
  await page.goto(`${contentOf(type)}${filter}`);
  await expect(page.getByRole('grid')).toBeVisible(PATIENCE);
}

/** One of the panels beside a form, by its heading. */
export const sidePanel = (page: Page, title: string) =>
  page.locator('aside').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Chooses the project that a new record belongs to. */
export async function chooseProject(page: Page, key: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Project' });
  await field.click();
  await field.pressSequentially(key);
  await page.getByRole('option', { name: key, exact: true }).click();
}
