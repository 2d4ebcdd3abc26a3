import type { Page } from '@playwright/test';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { card, openBoard } from './support/board';
import { holdRequests } from './support/held';
import { choose, openInbox, opened } from './support/inbox';
import { changePerson, pageOf } from './support/panel';
import { expect, test } from './support/test';

let api: Api;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
});

const addressOf = (ref: string) => `/admin/plugins/work-tracking/board/${ref}?project=${api.tenantId}`;
const commentsIn = (page: Page) => page.getByRole('region', { name: 'Comments' });
const newIn = (page: Page) => commentsIn(page).getByRole('textbox', { name: 'Add a comment' });
const editorIn = (page: Page) => commentsIn(page).getByRole('textbox', { name: 'Edit comment' });
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('work-tracking.draft.')));

/** Goes to another page of the panel and back. */
async function visit(page: Page, name: 'Board' | 'Decisions'): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeHidden();
}

test('what is typed about a ticket is there again after another card, tab and page and a reload, until it is sent', async ({
  page,
}) => {
  const { ref } = await fileTicket(api, { title: 'Coffee runs out' });
  await fileTicket(api, { title: 'Tea runs out' });
  await openBoard(page, api);
  const open = async (title: string) => {
    await card(page, title).getByRole('link').click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  };
  await open('Coffee runs out');
  await newIn(page).fill('Half a\nsentence');
  await open('Tea runs out');
  await expect(newIn(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Close the ticket' }).click();
  await open('Coffee runs out');
  await expect(newIn(page)).toHaveValue('Half a\nsentence');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('tab', { name: 'Comments' }).click();
  await expect(newIn(page)).toHaveValue('Half a\nsentence');
  await visit(page, 'Decisions');
  await expect(newIn(page)).toHaveValue('Half a\nsentence');
  await page.reload();
  await expect(newIn(page)).toHaveValue('Half a\nsentence');

  // A comment that was not sent is a draft still.
  const path = '**/work-tracking/tickets/*/comments';
  await page.route(path, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await newIn(page).press('ControlOrMeta+Enter');
  await expect(page.getByText('The server does not answer: nothing was changed.').first()).toBeVisible();
  await page.unroute(path);
  await page.reload();
  await expect(newIn(page)).toHaveValue('Half a\nsentence');

  await newIn(page).press('ControlOrMeta+Enter');
  await expect(commentsIn(page).getByRole('listitem').getByText('Half a')).toBeVisible();
  await expect(newIn(page)).toHaveValue('');
  await expect.poll(() => kept(page)).toEqual([]);
  await page.reload();
  await expect(commentsIn(page).getByRole('listitem').getByText('Half a')).toBeVisible();
  await expect(newIn(page)).toHaveValue('');
  const { body } = await api.get(`/tickets/${ref}/comments`).expect(200);
  expect(body.comments).toMatchObject([{ body: 'Half a\nsentence' }]);
});

test('nothing can be typed into a comment that is being sent', async ({ page }) => {
  const { ref } = await fileTicket(api, { title: 'Slow line' });
  await page.goto(addressOf(ref));
  const held = await holdRequests(page, '**/work-tracking/tickets/*/comments', 'POST');
  await newIn(page).fill('First');
  await newIn(page).press('ControlOrMeta+Enter');
  await expect(newIn(page)).toHaveJSProperty('readOnly', true);
  await expect(newIn(page)).toBeFocused();
  held.letGo();
  await expect(newIn(page)).toHaveValue('');
  await newIn(page).pressSequentially('Second');
  await expect(newIn(page)).toHaveValue('Second');
});

test('what is typed about a decision is kept beside the draft of its verdict', async ({ page }) => {
  await fileDecision(api, { title: 'First' });
  await fileDecision(api, { title: 'Second' });
  await openInbox(page, api);
  const first = await opened(page, 'First');
  await first.getByRole('textbox', { name: 'Verdict' }).fill('approved');
  await newIn(page).fill('Who pays?');
  await choose(page, 'Second');
  await expect(newIn(page)).toHaveValue('');
  await choose(page, 'First');
  await expect(newIn(page)).toHaveValue('Who pays?');
  await visit(page, 'Board');
  await expect(newIn(page)).toHaveValue('Who pays?');
  await page.reload();
  await expect(newIn(page)).toHaveValue('Who pays?');
  await newIn(page).press('ControlOrMeta+Enter');
  await expect(commentsIn(page).getByRole('listitem').getByText('Who pays?')).toBeVisible();
  await page.reload();
  await expect(first.getByRole('textbox', { name: 'Verdict' })).toHaveValue('approved');
  await expect(newIn(page)).toHaveValue('');
  await expect.poll(() => kept(page)).toHaveLength(1);
});

test('a comment that was being changed is open again with what was typed, until that is saved or given up', async ({
  page,
  server,
}) => {
  const { ref, id } = await fileTicket(api, { title: 'Coffee runs out' });
  const admin = await logInAdmin(server);
  await admin.post(`/work-tracking/tickets/${id}/comments`, { body: 'On it' }).expect(200);
  await page.goto(addressOf(ref));
  const edit = commentsIn(page).getByRole('button', { name: 'Edit comment' });
  await edit.click();
  await editorIn(page).fill('On it, tomorrow');
  await page.reload();
  await expect(editorIn(page)).toHaveValue('On it, tomorrow');
  await expect(editorIn(page)).not.toBeFocused();
  await editorIn(page).press('ControlOrMeta+Enter');
  await expect(commentsIn(page).getByRole('listitem').getByText('On it, tomorrow')).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);

  await edit.click();
  await editorIn(page).fill('Not at all');
  await page.reload();
  await expect(editorIn(page)).toHaveValue('Not at all');
  await commentsIn(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeFocused();
  await edit.click();
  await expect(editorIn(page)).toHaveValue('On it, tomorrow');
  await page.reload();
  await expect(edit).toBeVisible();
  await expect(editorIn(page)).toHaveCount(0);
});

test('a comment that is half written is its own person’s, at the same browser too', async ({
  browser,
  server,
  ada: _,
}) => {
  const { ref } = await fileTicket(api, { title: 'Shared browser' });
  const newTalker = async () =>
    newColleague(server, await logInAdmin(server), [
      { action: actionId('board.read') },
      { action: actionId('comment.write') },
      mayInContentManager('read', 'ticket', ['title', 'state', 'project', 'number']),
      mayInContentManager('read', 'project', ['key', 'name']),
    ]);
  const [one, other] = [await newTalker(), await newTalker()];
  const page = await pageOf(browser, server, one);
  await page.goto(addressOf(ref));
  await newIn(page).fill('of the first person');
  await changePerson(page, other);
  await page.goto(addressOf(ref));
  await expect(newIn(page)).toHaveValue('');
  await changePerson(page, one);
  await page.goto(addressOf(ref));
  await expect(newIn(page)).toHaveValue('of the first person');
  await page.context().close();
});

test('a kept comment that is broken, hostile or old does no harm', async ({ page }) => {
  const { ref } = await fileTicket(api, { title: 'Sturdy' });
  await page.goto(addressOf(ref));
  await newIn(page).fill('mine');
  const [key] = await kept(page);
  const now = Date.now();
  for (const stored of [
    'not JSON',
    'null',
    '[]',
    JSON.stringify({ body: { toString: 1 }, keptAt: now }),
    JSON.stringify({ body: 'too old', keptAt: now - 91 * 86_400_000 }),
  ]) {
    await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, stored]);
    await page.reload();
    await expect(newIn(page)).toHaveValue('');
  }
});
