import type { Page } from '@playwright/test';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileDecision, tokenFor, type Api } from '../support/api';
import { ARTICLES, inCode, publishedTitles } from '../support/documents';
import type { TestServer } from '../support/server';
import { expectNoFault } from './support/accessibility';
import { entryPath } from './support/entry-path';
import { expect, hostTest as test } from './support/test';

let sign: Api;
test.beforeEach(async ({ host: { server } }) => {
  sign = await tokenFor(server, 'SIGN');
});

const newArticle = (server: TestServer, title: string) =>
  inCode(server, ARTICLES, 'create', { data: { title } });

const ask = (id: string) =>
  fileDecision(sign, { title: 'May it go out?', content: [{ type: ARTICLES, id, locale: null }] });

const alert = (page: Page, text: string) => page.getByText(text, { exact: false });

test('Publish says which decision keeps the entry back, and keeps what was typed; once it is approved, it publishes', async ({
  host: { server },
  page,
}) => {
  const id = await newArticle(server, 'Spring menu');
  const decision = await ask(id);
  await page.goto(entryPath(ARTICLES, id));
  const title = page.getByRole('textbox', { name: 'title' });
  await title.fill('Summer menu');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(
    alert(page, 'is not published: the decision "May it go out?" about it is open. Resolve that one first.'),
  ).toBeVisible();
  await expect(title).toHaveValue('Summer menu');
  expect(await publishedTitles(server, id)).toEqual([]);

  await page.goto(`/admin/plugins/work-tracking/inbox/${decision.id as string}`);
  await page.getByRole('textbox', { name: 'Verdict' }).fill('approved');
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  await page.goto(entryPath(ARTICLES, id));
  await title.fill('Summer menu');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(() => publishedTitles(server, id)).toEqual(['Summer menu']);
});

test('beside what has changed, a link leads to the preview of the draft', async ({
  host: { server },
  page,
}) => {
  const id = await newArticle(server, 'Spring menu');
  const decision = await ask(id);
  const setPreview = (address: string | null) =>
    server.run((strapi, given) => {
      const handler = (_uid: string, { documentId, status }: { documentId: string; status: string }) =>
        `${String(given)}/${documentId}/${status}`;
      strapi.config.set('admin.preview', { enabled: given !== null, config: { handler } });
    }, address);
  await setPreview(`${server.url}/preview`);
  try {
    await page.goto(`/admin/plugins/work-tracking/inbox/${decision.id as string}`);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Preview' }).click();
    await expect(await opened).toHaveURL(`${server.url}/preview/${id}/draft`);
  } finally {
    await setPreview(null);
  }
  await page.reload();
  await expect(page.getByText('Spring menu').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Preview' })).toHaveCount(0);
});

test('of several entries to be published, those that are kept back are named, and none is published', async ({
  host: { server },
  page,
}) => {
  const titles = ['A', 'B', 'C'].map((letter) => `Menu ${letter} ${Date.now()}`);
  const [first, second, third] = await Promise.all(titles.map((title) => newArticle(server, title)));
  for (const id of [second, third]) await ask(id!);
  const sorted = new URLSearchParams({ sort: 'createdAt:DESC', pageSize: '10' }).toString();
  await page.goto(`/admin/content-manager/collection-types/${ARTICLES}?${sorted}`);
  for (const title of titles) {
    await page.getByRole('row', { name: title }).getByRole('checkbox').check();
  }
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  const confirm = page.getByRole('alertdialog');
  await confirm.getByRole('button', { name: /Publish|Confirm/ }).click();
  const said = page.getByText('2 entries are not published.', { exact: false });
  for (const title of titles.slice(1)) await expect(said).toContainText(`"${title}" is not published`);
  await expect(said).not.toContainText(titles[0]!);
  for (const id of [first, second, third]) expect(await publishedTitles(server, id!)).toEqual([]);

  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  await page.reload();
  for (const title of titles) {
    await page.getByRole('row', { name: title }).getByRole('checkbox').check();
  }
  await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Veröffentlichen|Bestätigen/ })
    .click();
  await expect(page.getByText('2 Einträge werden nicht veröffentlicht.', { exact: false })).toContainText(
    `„${titles[2]!}“ wird nicht veröffentlicht`,
  );
});

const rename = (server: TestServer, documentId: string, title: string) =>
  inCode(server, ARTICLES, 'update', { documentId, data: { title } });

test('what was changed since the signer opened the decision is not signed, and what was typed stays', async ({
  host: { server },
  page,
}) => {
  const id = await newArticle(server, 'Winter menu');
  const decision = await ask(id);
  await page.goto(`/admin/plugins/work-tracking/inbox/${decision.id as string}`);
  await page.getByRole('textbox', { name: 'Verdict' }).fill('approved');
  await page.getByRole('textbox', { name: 'Note' }).fill('Well written.');
  await rename(server, id, 'Winter menu, cheaper');
  const resolve = page.getByRole('button', { name: 'Resolve', exact: true });
  await resolve.click();
  await expect(
    alert(page, 'What this decision is about was changed meanwhile. Look at it again before you resolve.'),
  ).toBeVisible();
  const changed = alert(page, 'What this decision is about has changed since you opened it.');
  await expect(changed).toBeVisible();
  await expect(page.getByRole('link', { name: 'Winter menu, cheaper' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Well written.');

  await page.getByRole('button', { name: 'I have looked at it again' }).click();
  await expect(changed).toBeHidden();
  await resolve.click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  await expect
    .poll(
      async () =>
        (await sign.get(`/decisions/${decision.id as string}`)).body.decision.frontmatter.resolution,
    )
    .toMatchObject({ verdict: 'approved', note: 'Well written.' });
});

test("the content manager's Resolve shows what is signed, and does not let whoever changed the entry last approve it", async ({
  host: { server },
  page,
}) => {
  const id = await newArticle(server, 'Autumn menu');
  await page.goto(entryPath(ARTICLES, id));
  await page.getByRole('textbox', { name: 'title' }).fill('Autumn menu, dearer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved document')).toBeVisible();
  const decision = await ask(id);
  await page.goto(
    `/admin/content-manager/collection-types/plugin::work-tracking.decision/${decision.id as string}`,
  );
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve' });
  const changes = dialog.getByRole('region', { name: /^What publishing changes.*Autumn menu, dearer/ });
  await expect(changes.getByText('Autumn menu, dearer', { exact: true })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('approved');
  const resolve = dialog.getByRole('button', { name: 'Resolve', exact: true });
  await resolve.click();
  await expect(
    alert(page, 'You were the last to change "Autumn menu, dearer". Somebody else has to approve it.'),
  ).toBeVisible();
  await rename(server, id, 'Autumn menu');
  await server.run(
    async (strapi, { uid, documentId }) => {
      const { id: row } = (await strapi.db.query(uid).findOne({ where: { documentId } }))!;
      await strapi.db.query(uid).update({ where: { id: row }, data: { updatedBy: null } });
    },
    { uid: ARTICLES, documentId: id },
  );
  await resolve.click();
  await dialog.getByRole('button', { name: 'I have looked at it again' }).click();
  await resolve.click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('beside the entry it is asked for, told and published', async ({ host: { server }, page }) => {
  const id = await newArticle(server, 'Lunch menu');
  await page.goto(entryPath(ARTICLES, id));
  const part = page.getByRole('region', { name: 'Sign-off' });
  await expect(part.getByText('Not asked for')).toBeVisible();
  await page.getByRole('textbox', { name: 'title' }).fill('Lunch menu, cheaper');
  const button = part.getByRole('button', { name: 'Ask for sign-off' });
  await expect(button).toBeDisabled();
  await expect(part.getByText('Save first: it is asked about what is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved document')).toBeVisible();
  await button.click();
  await expect(page.getByText('You have asked for sign-off.')).toBeVisible();
  await expect(part.getByText('Waiting for approval')).toBeVisible();
  const question = part.getByRole('link', { name: 'Publish "Lunch menu, cheaper" (en)?' });
  await expect(question).toBeVisible();
  await expectNoFault(page, 'aside');

  await question.click();
  await expect(page.getByRole('heading', { name: 'Publish "Lunch menu, cheaper" (en)?' })).toBeVisible();
  await page.getByRole('radio', { name: 'Approved' }).click();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(
    alert(page, 'You have asked for this yourself. Somebody else has to approve it.'),
  ).toBeVisible();

  const editor = await newColleague(server, await logInAdmin(server), [
    { action: actionId('decision.read') },
    { action: actionId('decision.resolve') },
    mayInContentManager('read', 'decision', ['title', 'state', 'verdict', 'frontmatter']),
  ]);
  const decision = (await sign.get('/decisions?status=open')).body.decisions.find(
    ({ title }: { title: string }) => title.includes('Lunch menu, cheaper'),
  );
  const { contentDigest } = (await editor.get(`/work-tracking/decisions/${decision.id as string}`)).body.data;
  await editor
    .post(`/work-tracking/decisions/${decision.id as string}/resolve`, {
      verdict: 'Approved',
      option_id: 'approved',
      note: 'Bon appétit.',
      contentDigest,
    })
    .expect(200);

  await page.goto(entryPath(ARTICLES, id));
  await expect(part.getByText('Approved', { exact: true })).toBeVisible();
  await expect(part.getByText('by Grace Hopper')).toBeVisible();
  await expect(part.getByText('Bon appétit.')).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(() => publishedTitles(server, id)).toEqual(['Lunch menu, cheaper']);
});

test('beside the entry it says who can approve it, and what was said when nobody did', async ({
  host: { server },
  page,
}) => {
  const id = await newArticle(server, 'Supper menu');
  const decision = await ask(id);
  await page.goto(entryPath(ARTICLES, id));
  const part = page.getByRole('region', { name: 'Sign-off' });
  await expect(part.getByText(/^Can be approved by: Ada Lovelace/)).toBeVisible();

  await page.goto(`/admin/plugins/work-tracking/inbox/${decision.id as string}`);
  await page.getByRole('textbox', { name: 'Verdict' }).fill('rejected');
  await page.getByRole('textbox', { name: 'Note' }).fill('Too much salt.');
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  await page.goto(entryPath(ARTICLES, id));
  await expect(part.getByText('Not approved', { exact: true })).toBeVisible();
  await expect(part.getByText('by Ada Lovelace')).toBeVisible();
  await expect(part.getByText('Too much salt.')).toBeVisible();
  await expect(part.getByRole('button', { name: 'Ask for sign-off' })).toBeEnabled();
});
