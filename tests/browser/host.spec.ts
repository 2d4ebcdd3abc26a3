import type { Page } from '@playwright/test';
import { fileTicket, newProject } from '../support/api';
import { ARTICLES, inCode } from '../support/documents';
import { entryPath } from './support/entry-path';
import { expect, hostTest as test } from './support/test';

const PERSON = 'plugin::users-permissions.user';

const listPath = (type: string) => `/admin/content-manager/collection-types/${type}`;

/** The endpoints of Strapi's panel whose definitions or answers are used, with what is without each. */
const ENDPOINTS = {
  getInitialData: 'forms of its own types',
  getContentTypeConfiguration: 'the number of open tickets and decisions in lists',
  getMyPermissions: 'lists of its own types',
  getAllDocuments: 'refusals in the language of the panel',
  createDocument: 'refusals in the language of the panel',
  updateDocument: 'a form that keeps what was typed',
  cloneDocument: 'refusals in the language of the panel',
  autoCloneDocument: 'refusals in the language of the panel',
  deleteDocument: 'refusals in the language of the panel',
  deleteManyDocuments: 'refusals in the language of the panel',
  publishDocument: 'refusals in the language of the panel',
  publishManyDocuments: 'refusals in the language of the panel',
};

/** Gives the page a panel whose code is another in one place, as that of another Strapi may be. */
async function changePanel(page: Page, pattern: RegExp, replacement: string): Promise<void> {
  await page.route(/\/admin\/strapi-[^/]+\.js$/, async (route) => {
    const answer = await route.fetch();
    const code = await answer.text();
    const changed = code.replace(pattern, replacement);
    // Else the panel would be as it is, and nothing tried.
    expect(changed).not.toBe(code);
    await route.fulfill({ response: answer, body: changed });
  });
}

/** Renames an endpoint wherever Strapi names it: in its definition, its hook, and the parts of Strapi that add to it. */
function renameEndpoint(page: Page, name: string): Promise<void> {
  const inHook = name.charAt(0).toUpperCase() + name.slice(1);
  const pattern = new RegExp(
    `(?<![."'\\w])${name}(?=[:(])|(?<=use(?:Lazy)?)${inHook}(?=Query|Mutation)`,
    'g',
  );
  return changePanel(page, pattern, 'RenamedEndpoint');
}

/** What the panel says in the console of what is not in force. */
function warningsOf(page: Page): string[] {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('Work tracking: not in force')) warnings.push(message.text());
  });
  return warnings;
}

/** Strapi's own lists and forms are there, and the plugin's pages. */
async function expectWhole(page: Page, article: string): Promise<void> {
  await page.goto(listPath(PERSON));
  await expect(page.getByRole('heading', { name: 'User', level: 1 })).toBeVisible();
  await page.goto(listPath(ARTICLES));
  await expect(page.getByRole('row', { name: /Coffee in the office/ }).first()).toBeVisible();
  await page.goto(entryPath(ARTICLES, article));
  await expect(page.getByRole('textbox', { name: /^title/i })).toHaveValue('Coffee in the office');
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
}

let article: string;
test.beforeEach(async ({ host: { server } }) => {
  article = await inCode(server, ARTICLES, 'create', { data: { title: 'Coffee in the office' } });
});

test('with the Strapi that it was tried with, all of it is in force', { tag: '@gate' }, async ({ page }) => {
  const warnings = warningsOf(page);
  await page.goto('/admin/settings/work-tracking/sign-off');
  await expect(page.getByRole('region', { name: 'Who may approve' })).toBeVisible();
  await expect(page.getByText('Not in force')).toHaveCount(0);
  await expectWhole(page, article);
  expect(warnings).toEqual([]);
});

for (const [name, lost] of Object.entries(ENDPOINTS)) {
  test(`the panel is whole when Strapi has another name for ${name}`, async ({ page }) => {
    await renameEndpoint(page, name);
    const warnings = warningsOf(page);
    await page.goto('/admin/settings/work-tracking/sign-off');
    const said = page.getByRole('main').getByRole('status').getByText('Not in force with this Strapi: ');
    await expect(said.filter({ hasText: lost })).toContainText(`(endpoint ${name}).`);
    expect(warnings).toContainEqual(expect.stringContaining(`: ${lost}`));
    expect(warnings).toHaveLength(await said.count());
    await expectWhole(page, article);
  });
}

/** The hooks of Strapi's lists and forms, with what is without each. */
const HOOKS = {
  'Admin/CM/pages/EditView/mutate-edit-view-layout': 'forms of its own types',
  'Admin/CM/pages/ListView/inject-column-in-table': 'lists of its own types',
};

for (const [hook, lost] of Object.entries(HOOKS)) {
  test(`the panel is whole when Strapi has another name for the hook ${hook}`, async ({ page }) => {
    // The plugin names the change before the hook.
    await changePanel(page, new RegExp(`(?<!"host\\.\\w+",)"${hook}"`, 'g'), '"renamed"');
    const warnings = warningsOf(page);
    await expectWhole(page, article);
    expect(warnings).toContainEqual(expect.stringMatching(new RegExp(`: ${lost}.*The hook ${hook} is not`)));
  });
}

test('a form is whole when a button of the plugin in it fails', async ({ page }) => {
  await changePanel(page, /[\w$]+(?=\("MoveAction",)/, '(()=>{throw new Error("as in another Strapi")})');
  const warnings = warningsOf(page);
  await expectWhole(page, article);
  expect(warnings).toContainEqual(expect.stringContaining('(as in another Strapi)'));
});

test('a form is whole when the plugin’s code beside it is no longer on the server', async ({
  page,
  host,
}) => {
  const api = await newProject(host.server);
  await fileTicket(api, { title: 'Buy beans', content: [{ type: ARTICLES, id: article, locale: null }] });
  await page.route(/\/admin\/Work-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto(entryPath(ARTICLES, article));
  await expect(page.getByText("This part can't be shown. Reload the page.")).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^title/i })).toHaveValue('Coffee in the office');
});

test('the panel is drawn in English when its texts in German are no longer on the server', async ({
  page,
}) => {
  await page.route(/\/admin\/sentences\.de-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.addInitScript(() => localStorage.setItem('strapi-admin-language', 'de'));
  await page.goto('/admin/plugins/work-tracking/board');
  await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible();
});
