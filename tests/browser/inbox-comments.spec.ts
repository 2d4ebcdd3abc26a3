import { fileDecision, newProject } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { choose, lines, openInbox, opened, verdictIn } from './support/inbox';
import { expect, test } from './support/test';

test('a decision is talked about below it, and the keys of the page leave that and its dialogs alone', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'First' });
  await fileDecision(api, { title: 'Second' });
  await openInbox(page, api);
  const first = await opened(page, 'First');
  await verdictIn(first).fill('approved');
  const comments = page.getByRole('region', { name: 'Comments' });
  const field = comments.getByRole('textbox', { name: 'Add a comment' });
  await field.pressSequentially('jk12 **words**');
  await field.press('Control+Enter');
  await expect(comments.getByRole('listitem').locator('strong', { hasText: 'words' })).toBeVisible();
  // It has sent the comment, and not resolved the decision.
  await expect(first.getByRole('button', { name: 'Resolve' })).toBeVisible();
  await expect(lines(page)).toHaveCount(2);
  await expectNoFault(page);

  await comments.getByRole('button', { name: 'Delete comment' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  for (const key of ['j', '2', 'Control+Shift+Enter']) await page.keyboard.press(key);
  await dialog.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('j');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(verdictIn(await opened(page, 'First'))).toHaveValue('approved');

  await choose(page, 'Second');
  await expect(comments.getByText('Nobody has said anything yet.')).toBeVisible();
});

test('what somebody says is shown, also where there is a page of comments before it', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const { id } = await fileDecision(api, { title: 'First' });
  for (let index = 1; index <= 50; index += 1)
    await api.post(`/decisions/${id}/comments`, { body: `Comment ${index}` }).expect(201);
  await openInbox(page, api);
  const comments = page.getByRole('region', { name: 'Comments' });
  await expect(comments.getByText('Comment 50', { exact: true })).toBeVisible();
  const field = comments.getByRole('textbox', { name: 'Add a comment' });
  await field.fill('The last word');
  await field.press('Control+Enter');
  await expect(comments.getByText('The last word', { exact: true })).toBeVisible();
});

test('a decision that is deleted while it is open says so', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await fileDecision(api, { title: 'First' });
  await openInbox(page, api);
  await verdictIn(await opened(page, 'First')).fill('Half a verdict');
  await server.run(
    (strapi, documentId) => strapi.documents('plugin::work-tracking.decision').delete({ documentId }),
    id,
  );
  await expect(
    page.getByRole('alert').filter({ hasText: 'This decision is no longer there.' }),
  ).toBeVisible();
  await expect(verdictIn(await opened(page, 'First'))).toHaveValue('Half a verdict');
});
