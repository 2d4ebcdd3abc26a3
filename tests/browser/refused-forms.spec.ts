import type { Locator, Page } from '@playwright/test';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { collection, logInAdmin, newColleague } from '../support/admin';
import { fileTicket, newProject, tokenFor, type Api } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { card, openBoard } from './support/board';
import { expect, test } from './support/test';

const TOKENS = '/admin/plugins/work-tracking/tokens';

let api: Api;
test.beforeEach(async ({ server, page }) => {
  api = await newProject(server);
  await tokenFor(server, api.projectKey, { name: `Taken ${api.projectKey}` });
  await page.goto(TOKENS);
});

/** A sentence stands at a field, which has the focus; nothing is said elsewhere. */
async function expectAtField(page: Page, field: Locator, sentence: string | RegExp): Promise<void> {
  await expect(field).toHaveAccessibleDescription(sentence);
  await expect(field).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toHaveCount(0);
}

/** A sentence that is about no field stands in the form and has the focus; nothing is said elsewhere. */
async function expectInForm(page: Page, form: Locator, sentence: string): Promise<void> {
  const alert = form.getByRole('alert').filter({ hasText: sentence });
  await expect(alert).toBeFocused();
  await expect(page.getByText(sentence)).toHaveCount(1);
  await expectNoFault(page, '[role="dialog"]');
}

test('a key that is taken is said at the key, until another is typed', async ({ page }) => {
  await page.getByRole('button', { name: 'Create a project' }).click();
  const form = page.getByRole('dialog');
  const key = form.getByRole('textbox', { name: 'Key' });
  await key.fill(api.projectKey);
  await form.getByRole('textbox', { name: 'Name' }).fill('Another');
  await form.getByRole('textbox', { name: 'Venture' }).fill('acme');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectAtField(page, key, 'There is already a project with that key.');
  await key.press('X');
  await expect(form.getByText('There is already a project with that key.')).toHaveCount(0);
});

test('all fields that are wrong say so at once, and the first has the focus', async ({ page }) => {
  await page.getByRole('button', { name: 'Create a project' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.locator('[aria-invalid="true"]')).toHaveCount(3);
  await expect(form.getByRole('textbox', { name: 'Key' })).toBeFocused();
});

test('a token’s name that is taken is said at the name', async ({ page }) => {
  await page.getByRole('button', { name: `Issue a token for ${api.projectKey}` }).click();
  const form = page.getByRole('dialog');
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill(`Taken ${api.projectKey}`);
  await form.getByRole('button', { name: 'Issue a token' }).click();
  await expectAtField(page, name, /^There is already a token called/);
});

test('a token that somebody else has bound meanwhile is said at the token', async ({ page, server }) => {
  const name = `Free ${api.projectKey}`;
  const id = await server.run(
    async (strapi, given) =>
      (
        await strapi
          .service('admin::api-token-content-api')
          .create({ name: given, kind: 'content-api', type: 'full-access', lifespan: null })
      ).id as number,
    name,
  );
  await page.getByRole('button', { name: 'Bind a Strapi token' }).click();
  const form = page.getByRole('dialog');
  for (const [field, option] of [
    ['Token', name],
    ['Project', api.projectKey],
  ] as const) {
    await form.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
  }
  const admin = await logInAdmin(server);
  await admin.post(`/work-tracking/tokens/${id}/bind`, { project: api.tenantId }).expect(200);
  await form.getByRole('button', { name: 'Bind', exact: true }).click();
  await expectAtField(page, form.getByRole('combobox', { name: 'Token' }), /^This token belongs to project/);
});

test('a label that could not be added is said in the dialog, which keeps it and sends it again', async ({
  page,
  context,
}) => {
  await fileTicket(api, { title: 'Coffee runs out' });
  await openBoard(page, api);
  await page.getByRole('checkbox', { name: 'Choose “Coffee runs out”' }).click();
  await page.getByRole('button', { name: 'Add label' }).click();
  const form = page.getByRole('dialog');
  const label = form.getByRole('combobox', { name: 'Label' });
  await label.fill('kitchen');
  await context.setOffline(true);
  await label.press('Enter');
  await expectInForm(page, form, 'The server does not answer: nothing was changed.');
  await expect(label).toHaveValue('kitchen');
  await context.setOffline(false);
  await form.getByRole('button', { name: 'Add label' }).click();
  await expect(form).toBeHidden();
  await expect(card(page, 'Coffee runs out').getByText('kitchen')).toBeVisible();
});

test('somebody who is gone when tickets are assigned to them is said at the field', async ({
  page,
  server,
}) => {
  await fileTicket(api, { title: 'Coffee runs out' });
  const admin = await logInAdmin(server);
  const { email } = await newColleague(server, admin, [{ action: actionId('ticket.move') }]);
  const id = await server.run(
    async (strapi, { where, data }) =>
      (await strapi.db.query('admin::user').update({ where, data })).id as number,
    { where: { email }, data: { lastname: `of ${api.projectKey}` } },
  );
  await openBoard(page, api);
  await page.getByRole('checkbox', { name: 'Choose “Coffee runs out”' }).click();
  await page.getByRole('button', { name: 'Assign…' }).click();
  const form = page.getByRole('dialog');
  const person = form.getByRole('combobox', { name: 'To' });
  await person.click();
  await page.getByRole('option', { name: `Grace of ${api.projectKey}` }).click();
  await admin.delete(`/admin/users/${id}`).expect(200);
  await form.getByRole('button', { name: 'Assign', exact: true }).click();
  await expectAtField(page, person, /^There is nobody with the id/);
  await expect(person).toHaveValue(`Grace of ${api.projectKey}`);
  await form.getByRole('button', { name: 'Clear' }).click();
  await person.click();
  await page.getByRole('option', { name: 'Nobody' }).click();
  await expect(form.getByText('There is nobody with the id')).toHaveCount(0);
  await form.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(form).toBeHidden();
});

test('a ticket for a project that is gone says so in its form, which keeps what was typed', async ({
  page,
  server,
}) => {
  const gone = await newProject(server);
  await openBoard(page, api);
  await page.getByRole('button', { name: 'New ticket', exact: true }).click();
  const form = page.getByRole('dialog');
  const title = form.getByRole('textbox', { name: 'Title' });
  const choose = async (project: Api) => {
    await form.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: project.projectKey }).click();
  };
  await title.fill('Coffee runs out');
  await choose(gone);
  const admin = await logInAdmin(server);
  await admin.delete(`${collection('project')}/${gone.tenantId}`).expect(200);
  await form.getByRole('button', { name: 'File it' }).click();
  await expectInForm(page, form, 'This project is no longer there.');
  await expect(title).toHaveValue('Coffee runs out');
  await choose(api);
  await form.getByRole('button', { name: 'File it' }).click();
  await expect(form).toBeHidden();
  await expect(card(page, 'Coffee runs out')).toBeVisible();
});
