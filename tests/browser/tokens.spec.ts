import type { Page } from '@playwright/test';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { newProject, tokenFor, v1 } from '../support/api';
import type { TestServer } from '../support/server';
import { expectNoFault } from './support/accessibility';
import { holdRequests } from './support/held';
import { escapeFrom, pageOf } from './support/panel';
import { expect, test } from './support/test';

const PAGE = '/admin/plugins/work-tracking/tokens';

async function openTokens(page: Page): Promise<void> {
  await page.goto(PAGE);
  await expect(page.getByRole('region', { name: 'Tokens' }).getByRole('heading')).toBeVisible();
}

const projectRow = (page: Page, key: string) =>
  page
    .getByRole('region', { name: 'Projects' })
    .getByRole('row')
    .filter({ has: page.getByText(key, { exact: true }) })
    .first();

const tokenRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Tokens' }).getByRole('row').filter({ hasText: name });

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** One of Strapi's own tokens, bound to no project. */
const strapiToken = (server: TestServer, name: string): Promise<string> =>
  server.run(async (strapi, given) => {
    const { accessKey } = await strapi
      .service('admin::api-token-content-api')
      .create({ name: given, kind: 'content-api', type: 'full-access', lifespan: null });
    return accessKey as string;
  }, name);

test(
  'a project is made, a token for it issued in the dialog, used over HTTP, and revoked',
  { tag: '@gate' },
  async ({ page, server }) => {
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'Create a project' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Key' }).fill('1st');
    await form.getByRole('textbox', { name: 'Name' }).fill('Apollo');
    await form.getByRole('textbox', { name: 'Venture' }).fill('acme');
    await expectNoFault(page);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('textbox', { name: 'Key' })).toHaveAttribute('aria-invalid', 'true');
    await form.getByRole('textbox', { name: 'Key' }).fill('APOLLO');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(projectRow(page, 'APOLLO')).toContainText('0 open of 0');

    await projectRow(page, 'APOLLO').getByRole('button', { name: 'Edit project APOLLO' }).click();
    await form.getByRole('textbox', { name: 'Name' }).fill('Apollo 11');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(projectRow(page, 'APOLLO')).toContainText('Apollo 11');

    await projectRow(page, 'APOLLO').getByRole('button', { name: 'Issue a token for APOLLO' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Lunar module');
    await choose(page, 'Lifetime', '30 days');
    await expectNoFault(page);
    await dialog.getByRole('button', { name: 'Issue a token' }).click();
    await expect(dialog.getByRole('heading', { name: 'The token is issued' })).toBeVisible();
    const token = await dialog.getByRole('textbox', { name: 'Token' }).innerText();
    const line = await dialog.getByRole('textbox', { name: 'Try it' }).innerText();
    expect(line).toBe(
      `curl ${server.url}/api/v1/tickets -H 'Authorization: Bearer ${token}'` +
        ` -H 'Content-Type: application/json' -d '{"title": "Say hello"}'`,
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy the token' }).click();
    await expect(page.getByText('Copied to the clipboard.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await expectNoFault(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(token)).toHaveCount(0);

    const api = v1(server, token);
    await api.post('/tickets', { title: 'Say hello' }).expect(201);
    await page.reload();
    await expect(projectRow(page, 'APOLLO')).toContainText('1 open of 1');
    await expect(tokenRow(page, 'Lunar module')).toHaveText(/APOLLO.*Full.*ago.*Ada Lovelace/);
    await expectNoFault(page);

    await tokenRow(page, 'Lunar module').getByRole('button', { name: 'Revoke Lunar module' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('“Lunar module” opens project APOLLO');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await api.get('/tickets').expect(200);
    await tokenRow(page, 'Lunar module').getByRole('button', { name: 'Revoke Lunar module' }).click();
    await question.getByRole('button', { name: 'Revoke' }).click();
    await expect(tokenRow(page, 'Lunar module')).toHaveCount(0);
    await api.get('/tickets').expect(401);
  },
);

test('an issued token stays on the page until it was copied, or is said to be stored', async ({
  page,
  server,
}) => {
  const { projectKey } = await newProject(server);
  await openTokens(page);
  await page.getByRole('link', { name: 'Board' }).click();
  await page.getByRole('link', { name: 'Projects and tokens' }).click();
  const dialog = page.getByRole('dialog');
  const beside = () => page.mouse.click(5, 400);
  const done = dialog.getByRole('button', { name: 'Done' });
  const issue = async (name: string) => {
    await projectRow(page, projectKey)
      .getByRole('button', { name: `Issue a token for ${projectKey}` })
      .click();
    const field = dialog.getByRole('textbox', { name: 'Name' });
    await field.fill(name);
    // Nor is a form lost that is being filled in.
    await beside();
    await expect(field).toHaveValue(name);
    await dialog.getByRole('button', { name: 'Issue a token' }).click();
    await expect(dialog.getByRole('heading', { name: 'The token is issued' })).toBeVisible();
  };

  // The token is made before its answer comes, and nothing closes the dialog in between.
  const held = await holdRequests(page, '**/work-tracking/tokens', 'POST');
  const issued = issue('Said to be stored');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close' }).click();
  held.letGo();
  await issued;
  await page.unroute('**/work-tracking/tokens');

  const token = await dialog.getByRole('textbox', { name: 'Token' }).innerText();
  await beside();
  await page.keyboard.press('Escape');
  await page.evaluate('history.back()');
  const asked = page.waitForEvent('dialog');
  await page.evaluate('void setTimeout(() => location.reload())');
  await (await asked).dismiss();
  await expect(dialog.getByText(token, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await expect(done).toBeDisabled();
  await expectNoFault(page);
  await dialog.getByRole('checkbox', { name: 'I have stored the token' }).press('Space');
  await done.press('Enter');
  await expect(dialog).toHaveCount(0);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await issue('Copied');
  await expect(done).toBeDisabled();
  await dialog.getByRole('button', { name: 'Copy the command' }).click();
  await expect(done).toBeEnabled();
  await page.keyboard.press('Escape');
  await done.click();
  await expect(dialog).toHaveCount(0);
});

test('a Strapi token is bound to a project and unbound, by the keyboard alone', async ({ page, server }) => {
  const project = await newProject(server);
  const accessKey = await strapiToken(server, 'From Strapi');
  const use = () => v1(server, accessKey).get('/tickets');
  await use().expect(403);
  await openTokens(page);
  const opener = page.getByRole('button', { name: 'Bind a Strapi token' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox', { name: 'Token' })).toBeVisible();
  await escapeFrom(dialog);
  await page.keyboard.press('Escape');

  await opener.focus();
  await page.keyboard.press('Enter');
  for (const [field, option] of [
    ['Token', 'From Strapi · Full access to all of Strapi'],
    ['Project', project.projectKey],
  ] as const) {
    await dialog.getByRole('combobox', { name: field }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: option, exact: true }).focus();
    await page.keyboard.press('Enter');
  }
  await dialog.getByRole('button', { name: 'Bind', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(tokenRow(page, 'From Strapi')).toContainText('Full access to all of Strapi');
  await use().expect(200);

  await tokenRow(page, 'From Strapi').getByRole('button', { name: 'Unbind From Strapi' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('button', { name: 'Unbind', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(tokenRow(page, 'From Strapi')).toHaveCount(0);
  await use().expect(403);
});

test('a role that may only read sees tokens and no button that changes them; one without sees neither tab nor page', async ({
  browser,
  server,
  ada: _,
}) => {
  const project = await newProject(server);
  await tokenFor(server, project.projectKey, { name: 'Seen by all' });
  const admin = await logInAdmin(server);
  const mayRead = mayInContentManager('read', 'project', ['key', 'name']);
  const reader = await newColleague(server, admin, [{ action: actionId('token.read') }, mayRead]);
  const page = await pageOf(browser, server, reader);
  await openTokens(page);
  await expect(tokenRow(page, 'Seen by all')).toBeVisible();
  for (const name of [/^Issue/, /^Bind/, /^Revoke/, /^Unbind/, /project/]) {
    await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0);
  }
  await page.context().close();

  const other = await newColleague(server, admin, [{ action: actionId('board.read') }, mayRead]);
  const otherPage = await pageOf(browser, server, other);
  await otherPage.goto(PAGE);
  await expect(otherPage.getByText("You don't have the permissions to access that content")).toBeVisible();
  await otherPage.context().close();
});

test('in a German panel the page and its dialog are German', async ({ page, server }) => {
  await newProject(server);
  await page.goto('/admin');
  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { name: 'Projekte und Token', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Token ausstellen', exact: true }).click();
  await page.getByRole('combobox', { name: 'Gültigkeit' }).click();
  await expect(page.getByRole('option')).toHaveText([
    '7 Tage',
    '30 Tage',
    '90 Tage',
    '365 Tage',
    'Unbegrenzt',
  ]);
});
