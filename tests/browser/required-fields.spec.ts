import { registerAdmin } from '../support/admin';
import { tokenFor } from '../support/api';
import { builtWith } from '../support/configured';
import { ARTICLES, inCode } from '../support/documents';
import { ARTICLE, COMPONENTS, CUSTOMER, extended, LINK } from '../support/extended';
import { startServer } from '../support/server';
import { expectNoFault } from './support/accessibility';
import { entryPath } from './support/entry-path';
import { ADA, bannerOf, pageOf } from './support/panel';
import { expect, test } from './support/test';

const RISK = { type: 'enumeration', enum: ['high', 'low'], required: true };

test('dialogs ask for the fields that a content team has made required', async ({ browser }) => {
  const files = {
    ...ARTICLE,
    ...CUSTOMER,
    ...COMPONENTS,
    ...extended('ticket', {
      risk: RISK,
      until: { type: 'datetime', required: true },
      isUrgent: { type: 'boolean', required: true },
      points: { type: 'integer', required: true },
    }),
    ...extended('decision', { risk: RISK }),
  };
  const env = {
    TEST_SERVE_PANEL: 'true',
    ...builtWith({ files, hasPanel: true }),
    SIGN_OFF_PROJECT: 'SIGN',
    SIGN_OFF_TYPES: `${ARTICLES}=asked`,
  };
  const server = await startServer({ env });
  await registerAdmin(server);
  const sign = await tokenFor(server, 'SIGN');
  const article = await inCode(server, ARTICLES, 'create', { data: { title: 'Coffee' } });
  const page = await pageOf(browser, server, ADA);
  await page.goto('/admin/plugins/work-tracking/board');
  await page.getByRole('button', { name: 'New ticket', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New ticket' });
  await form.getByRole('textbox', { name: 'Title' }).fill('A leak');
  await form.getByRole('textbox', { name: 'points' }).fill('three');
  await expectNoFault(page);
  await form.getByRole('button', { name: 'File it' }).click();
  await expect(form.getByText('risk must be defined.')).toBeVisible();
  const choose = async (name: string, option: string) => {
    await form.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('risk', 'high');
  await choose('isUrgent', 'No');
  await form.getByLabel('until').fill('2026-02-20T09:40');
  await form.getByRole('textbox', { name: 'points' }).fill('3');
  await form.getByRole('button', { name: 'File it' }).click();
  await expect(form).toBeHidden();
  const { body } = await sign.get('/tickets').expect(200);
  expect(body.tickets).toMatchObject([{ title: 'A leak', risk: 'high', isUrgent: false, points: 3 }]);

  await page.goto(entryPath(ARTICLES, article));
  await bannerOf(page).click();
  const part = page.getByRole('region', { name: 'Sign-off' });
  await part.getByRole('button', { name: 'Ask for sign-off' }).click();
  const question = page.getByRole('dialog', { name: 'Ask for sign-off' });
  await question.getByRole('combobox', { name: 'risk' }).click();
  await page.getByRole('option', { name: 'low' }).click();
  await question.getByRole('button', { name: 'Ask for sign-off' }).click();
  await expect(part.getByText('Waiting for approval')).toBeVisible();
  await page.context().close();
  await server.destroy();
});

test('a dialog that can not ask for a field leads to the form', async ({ browser }) => {
  const files = { ...CUSTOMER, ...COMPONENTS, ...extended('ticket', { link: { ...LINK, required: true } }) };
  const server = await startServer({
    env: { TEST_SERVE_PANEL: 'true', ...builtWith({ files, hasPanel: true }) },
  });
  expect(server.log()).toContain(
    'The dialog "New ticket" can\'t ask for what tickets require: link (component).',
  );
  await registerAdmin(server);
  await tokenFor(server, 'WEB');
  const page = await pageOf(browser, server, ADA);
  await page.goto('/admin/plugins/work-tracking/board');
  await page.getByRole('button', { name: 'New ticket', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New ticket' });
  await expect(form.getByText("This can't be asked for here: link.")).toBeVisible();
  await expect(form.getByRole('button', { name: 'File it' })).toBeDisabled();
  await form.getByRole('link', { name: 'Open the form' }).click();
  await expect(page).toHaveURL(/plugin::work-tracking\.ticket\/create/);
  await page.context().close();
  await server.destroy();
});
