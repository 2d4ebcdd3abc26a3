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
