import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileDecision, tokenFor } from '../support/api';
import { ARTICLES, inCode } from '../support/documents';
import { expectNoFault } from './support/accessibility';
import { entryPath } from './support/entry-path';
import { pageOf } from './support/panel';
import { expect, hostTest as test } from './support/test';

test('who asks without the right to read decisions finds what they have asked in the inbox', async ({
  browser,
  host: { server },
}) => {
  const ada = await logInAdmin(server);
  const asker = await newColleague(server, ada, [
    ...['read', 'update'].map((verb) => ({
      action: `plugin::content-manager.explorer.${verb}`,
      subject: ARTICLES,
      properties: { fields: ['title'], locales: ['en'] },
    })),
    mayInContentManager('create', 'decision', ['title', 'slug', 'frontmatter', 'content', 'project']),
    { action: actionId('comment.write') },
  ]);
  await fileDecision(await tokenFor(server, 'SIGN'), { title: 'Of somebody else' });
  const title = `My story ${Date.now()}`;
  const id = await inCode(server, ARTICLES, 'create', { data: { title } });
  const page = await pageOf(browser, server, asker);
  await page.goto(entryPath(ARTICLES, id));
  const part = page.getByRole('region', { name: 'Sign-off' });
  await part.getByRole('button', { name: 'Ask for sign-off' }).click();
  await expect(part.getByText('asked by Grace Hopper')).toBeVisible();

  await part.getByRole('link', { name: `Publish "${title}" (en)?` }).click();
  const decision = page.getByRole('article', { name: `Publish "${title}" (en)?` });
  await expect(decision.getByText('asked by Grace Hopper')).toBeVisible();
  await expect(decision.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('list', { name: '1 open decision' }).getByRole('link')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('In a hurry.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('In a hurry.')).toBeVisible();
  await expectNoFault(page);
  await page.context().close();
});
