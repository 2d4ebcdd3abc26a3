import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague, type RolePermission } from '../support/admin';
import { fileDecision, fileTicket, tokenFor, type Api } from '../support/api';
import { ARTICLES, inCode, publishedTitles } from '../support/documents';
import { expectNoFault } from './support/accessibility';
import { entryPath } from './support/entry-path';
import { holdRequests } from './support/held';
import { pageOf } from './support/panel';
import { expect, hostTest as test } from './support/test';

const CHANGES = '**/work-tracking/decisions/*/changes';

let sign: Api;
test.beforeEach(async ({ host: { server } }) => {
  sign = await tokenFor(server, 'SIGN');
});

const ask = (id: string) =>
  fileDecision(sign, {
    title: 'May it go out?',
    content: [{ type: ARTICLES, id, locale: null }],
    frontmatter: {
      options: [
        { id: 'approved', title: 'Approved' },
        { id: 'rejected', title: 'Rejected' },
      ],
    },
  });

const mayEdit = (...verbs: string[]): RolePermission[] =>
  verbs.map((verb) => ({
    action: `plugin::content-manager.explorer.${verb}`,
    subject: ARTICLES,
    properties: { ...(verb === 'publish' ? {} : { fields: ['title'] }), locales: ['en'] },
  }));

test('a writer asks, an editor approves, the writer publishes; after an edit it begins again', async ({
  browser,
  host: { server },
}) => {
  const ada = await logInAdmin(server);
  const decisionFields = ['title', 'slug', 'frontmatter', 'content', 'project', 'state', 'note', 'verdict'];
  const writer = await newColleague(server, ada, [
    ...mayEdit('read', 'update', 'publish'),
    mayInContentManager('create', 'decision', decisionFields),
    mayInContentManager('read', 'decision', decisionFields),
  ]);
  const editor = await newColleague(server, ada, [
    ...mayEdit('read'),
    { action: actionId('decision.read') },
    { action: actionId('decision.resolve') },
    mayInContentManager('read', 'decision', decisionFields),
  ]);
  const title = `Our story ${Date.now()}`;
  const id = await inCode(server, ARTICLES, 'create', { data: { title } });
  const desk = await pageOf(browser, server, writer);
  await desk.goto(entryPath(ARTICLES, id));
  const part = desk.getByRole('region', { name: 'Sign-off' });
  await part.getByRole('button', { name: 'Ask for sign-off' }).click();
  await expect(part.getByText('Waiting for approval')).toBeVisible();
  await expect(part.getByRole('button', { name: 'Publish without sign-off' })).toHaveCount(0);

  const office = await pageOf(browser, server, editor);
  await office.goto('/admin/plugins/work-tracking/inbox');
  await office.getByRole('link', { name: `Publish "${title}" (en)?` }).click();
  await expect(office.locator('ins')).toHaveText([title]);
  await office.getByRole('textbox', { name: 'Note' }).fill('Good.');
  await office.getByRole('button', { name: 'Approved', exact: true }).click();
  await expect(office.getByText('The decision is resolved.')).toBeVisible();

  await expect(part.getByText('Approved', { exact: true })).toBeVisible();
  await expect(part.getByText('Good.')).toBeVisible();
  await desk.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(() => publishedTitles(server, id)).toEqual([title]);

  await desk.getByRole('textbox', { name: 'title' }).fill(`${title}, longer`);
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(part.getByText('Changed since it was approved')).toBeVisible();
  await expect(part.getByRole('button', { name: 'Ask for sign-off' })).toBeEnabled();
  await Promise.all([desk, office].map((page) => page.context().close()));
});

test('in an emergency the entry is published with a reason, which is told beside it', async ({
  host: { server },
  page,
}) => {
  const id = await inCode(server, ARTICLES, 'create', { data: { title: 'Recall notice' } });
  await ask(id);
  await page.goto(entryPath(ARTICLES, id));
  const part = page.getByRole('region', { name: 'Sign-off' });
  await expect(part.getByText('Waiting for approval')).toBeVisible();
  await part.getByRole('button', { name: 'Publish without sign-off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish without sign-off' });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expectNoFault(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog.getByText("Say why it can't wait.")).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The product is dangerous.');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published without sign-off.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(part.getByText(/Published without sign-off by Ada Lovelace/)).toBeVisible();
  await expect(part.getByText('The product is dangerous.')).toBeVisible();
  expect(await publishedTitles(server, id)).toEqual(['Recall notice']);
  // Strapi's own part of the form has been told.
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();
});

test('in an emergency, what somebody has changed meanwhile is looked at before it is published', async ({
  host: { server },
  page,
}) => {
  const id = await inCode(server, ARTICLES, 'create', { data: { title: 'Recall, 1' } });
  const rename = (title: string) => inCode(server, ARTICLES, 'update', { documentId: id, data: { title } });
  await ask(id);
  await page.goto(entryPath(ARTICLES, id));
  const title = page.getByRole('textbox', { name: 'title' });
  const skip = page.getByRole('button', { name: 'Publish without sign-off' });
  const dialog = page.getByRole('dialog', { name: 'Publish without sign-off' });
  const publish = dialog.getByRole('button', { name: 'Publish', exact: true });
  const refused = dialog.getByText('This entry was changed meanwhile.', { exact: false });
  await expect(skip).toBeEnabled();

  // The side panel knows of the change, the form does not show it.
  await rename('Recall, 2');
  const { updatedAt } = await server.run(
    (strapi, { uid, documentId }) => strapi.db.query(uid).findOne({ where: { documentId } }) as never,
    { uid: ARTICLES, documentId: id },
  );
  await page.waitForResponse(async (answer) => (await answer.text().catch(() => '')).includes(updatedAt));
  await expect(title).toHaveValue('Recall, 1');
  await skip.click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The product is dangerous.');
  await publish.click();
  await expect(refused).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toHaveValue('Recall, 2');

  await skip.click();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('The product is dangerous.');
  await rename('Recall, 3');
  await publish.click();
  await expect(refused).toBeVisible();
  expect(await publishedTitles(server, id)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toHaveValue('Recall, 3');

  await skip.click();
  await publish.click();
  await expect(page.getByText('Published without sign-off.')).toBeVisible();
  expect(await publishedTitles(server, id)).toEqual(['Recall, 3']);
});

test('the inbox shows what publishing changes, and one click approves it', async ({
  host: { server },
  page,
}) => {
  const id = await inCode(server, ARTICLES, 'create', { data: { title: 'The spring menu' } });
  const first = await ask(id);
  await page.goto(`/admin/plugins/work-tracking/inbox/${first.id as string}`);
  const changes = page.getByRole('region', { name: 'What publishing changes · The spring menu · en' });
  await expect(changes.getByText('It is not published yet; this is what it says.')).toBeVisible();
  await expect(changes.locator('ins')).toHaveText(['The spring menu']);
  await page.getByRole('textbox', { name: 'Note' }).fill('Fresh.');
  await page.getByRole('button', { name: 'Approved', exact: true }).click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  const { body: resolved } = await sign.get(`/decisions/${first.id as string}`).expect(200);
  expect(resolved.decision.frontmatter.resolution).toMatchObject({
    verdict: 'Approved',
    option_id: 'approved',
    note: 'Fresh.',
  });
  await inCode(server, ARTICLES, 'publish', { documentId: id });

  await inCode(server, ARTICLES, 'update', { documentId: id, data: { title: 'The summer menu' } });
  const second = await ask(id);
  await page.goto(`/admin/plugins/work-tracking/inbox/${second.id as string}`);
  const changed = page.getByRole('region', { name: 'What publishing changes · The summer menu · en' });
  await expect(changed.locator('del')).toHaveText(['spring']);
  await expect(changed.locator('ins')).toHaveText(['summer']);
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Rejected', exact: true }).click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  const { body } = await sign.get(`/decisions/${second.id as string}`).expect(200);
  expect(body.decision.frontmatter.resolution).toMatchObject({ verdict: 'Rejected', option_id: 'rejected' });
});

test('the inbox shows what has changed since the entry was approved, and when that was', async ({
  host: { server },
  page,
}) => {
  const id = await inCode(server, ARTICLES, 'create', { data: { title: 'The lunch menu' } });
  const open = async () => page.goto(`/admin/plugins/work-tracking/inbox/${(await ask(id)).id as string}`);
  await open();
  await page.getByRole('button', { name: 'Approved', exact: true }).click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();

  await open();
  const since = page.getByRole('region', {
    name: /^What has changed since it was approved on .*\d.* · The (lunch|dinner) menu · en$/,
  });
  await expect(
    since.getByText('Nothing that can be shown here has changed since it was approved.'),
  ).toBeVisible();
  await inCode(server, ARTICLES, 'update', { documentId: id, data: { title: 'The dinner menu' } });
  await open();
  await expect(since.locator('del')).toHaveText(['lunch']);
  await expect(since.locator('ins')).toHaveText(['dinner']);
  await expect(since.getByText('It is not published yet', { exact: false })).toHaveCount(0);
  await expectNoFault(page);
});

test('of a decision without options, the buttons and the form go by what approves here', async ({
  host: { server },
  page,
}) => {
  const id = await inCode(server, ARTICLES, 'create', { data: { title: 'The lunch menu' } });
  const decision = await fileDecision(sign, {
    title: 'May the lunch menu go out?',
    content: [{ type: ARTICLES, id, locale: null }],
  });
  await page.goto(`/admin/plugins/work-tracking/inbox/${decision.id as string}`);
  const verdict = page.getByRole('textbox', { name: 'Verdict' });
  const hint = (text: string) => expect(verdict).toHaveAccessibleDescription(text);
  await hint('What approves: Fine, approved. Anything else does not.');
  await verdict.fill('ok, go ahead');
  await hint('This does not approve it. What does: Fine, approved.');
  await verdict.fill('Approved');
  await hint('This approves it.');
  await expectNoFault(page);
  await verdict.fill('');
  await page.getByRole('heading', { name: 'May the lunch menu go out?' }).click();
  await page.keyboard.press('1');
  await expect(verdict).toHaveValue('Fine');
  await verdict.fill('');
  await page.getByRole('button', { name: 'Fine', exact: true }).click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  await inCode(server, ARTICLES, 'publish', { documentId: id });
  expect(await publishedTitles(server, id)).toEqual(['The lunch menu']);

  const other = await ask(id);
  await page.goto(`/admin/plugins/work-tracking/inbox/${other.id as string}`);
  await hint('What approves: Approved. Anything else does not.');
  await page.getByRole('radio', { name: 'Rejected' }).click();
  await hint('This does not approve it. What does: Approved.');
});

test('what is changed while the decision is open is shown before it can be signed', async ({
  host: { server },
  page,
}) => {
  const id = await inCode(server, ARTICLES, 'create', { data: { title: 'The autumn menu' } });
  const decision = await ask(id);
  await page.goto(`/admin/plugins/work-tracking/inbox/${decision.id as string}`);
  const approve = page.getByRole('button', { name: 'Approved', exact: true });
  await expect(approve).toBeEnabled();
  await inCode(server, ARTICLES, 'update', { documentId: id, data: { title: 'The winter menu' } });
  const held = await holdRequests(page, CHANGES);
  // The page follows what happens in the projects.
  await fileTicket(sign);
  await expect(page.getByText('has changed since you opened it', { exact: false })).toBeVisible();
  const looked = page.getByRole('button', { name: 'I have looked at it again' });
  await expect(looked).toBeDisabled();
  await expect(approve).toBeDisabled();
  held.letGo();
  await expect(page.locator('ins')).toHaveText(['The winter menu']);
  await looked.click();
  await page.unroute(CHANGES);

  await page.route(CHANGES, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(approve).toBeDisabled();
  await page.unroute(CHANGES);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('ins')).toHaveText(['The winter menu']);
  const next = await ask(await inCode(server, ARTICLES, 'create', { data: { title: 'Another menu' } }));
  await approve.dblclick();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  const { body } = await sign.get(`/decisions/${next.id as string}`).expect(200);
  expect(body.decision.frontmatter.status).toBe('open');

  // Without its entry there is nothing to sign, and it is a decision like others.
  await page.goto(`/admin/plugins/work-tracking/inbox/${next.id as string}`);
  await expect(approve).toBeEnabled();
  await page.getByRole('button', { name: 'Take away Another menu' }).click();
  await looked.click();
  await page.getByRole('textbox', { name: 'Verdict' }).fill('Dropped');
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect
    .poll(async () => (await sign.get(`/decisions/${next.id as string}`)).body.decision.frontmatter.status)
    .toBe('resolved');
});
