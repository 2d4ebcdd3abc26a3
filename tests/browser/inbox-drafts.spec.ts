import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileDecision, newProject } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { openForm } from './support/content-manager';
import { choose, INBOX, lines, noteIn, openInbox, opened, verdictIn } from './support/inbox';
import { changePerson, pageOf } from './support/panel';
import { expect, test } from './support/test';

const OPTIONS = [
  { id: 'in', title: 'Inside' },
  { id: 'out', title: 'Outside' },
];

const DRAFT = 'What you had written';

/** Somebody else who resolves decisions. */
const newResolver = async (server: Parameters<typeof logInAdmin>[0]) =>
  newColleague(server, await logInAdmin(server), [
    { action: actionId('decision.read') },
    { action: actionId('decision.resolve') },
    mayInContentManager('read', 'decision', [
      'title',
      'state',
      'verdict',
      'note',
      'optionId',
      'resolvedAt',
      'frontmatter',
      'project',
    ]),
  ]);

test('what was chosen and typed is kept for each decision, and at a reload, until it is resolved', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'First', frontmatter: { options: OPTIONS } });
  const { id } = await fileDecision(api, { title: 'Second' });
  await openInbox(page, api);
  const first = await opened(page, 'First');
  await first.getByRole('radio', { name: 'Outside' }).click();
  await verdictIn(first).fill('Outside, for now');
  await noteIn(first).fill('Two\nlines');
  const second = await choose(page, 'Second');
  await expect(verdictIn(second)).toHaveValue('');
  await verdictIn(second).fill('Of the second');

  const expectFirst = async () => {
    await expect(first.getByRole('radio', { name: 'Outside' })).toBeChecked();
    await expect(verdictIn(first)).toHaveValue('Outside, for now');
    await expect(noteIn(first)).toHaveValue('Two\nlines');
  };
  await choose(page, 'First');
  await expectFirst();
  await page.reload();
  await expectFirst();
  await choose(page, 'Second');
  await expect(verdictIn(second)).toHaveValue('Of the second');

  // The dialog in the content manager goes on where the inbox stopped.
  await openForm(page, 'decision', id);
  await page.getByRole('button', { name: 'Resolve' }).click();
  await expect(verdictIn(page.getByRole('dialog'))).toHaveValue('Of the second');

  await openInbox(page, api);
  await opened(page, 'First');
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('work-tracking.draft.')));
  expect(await kept()).toHaveLength(2);
  await first.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  expect(await kept()).toEqual([expect.stringContaining(id)]);
  await page.getByRole('tab', { name: 'Resolved' }).click();
  await expect((await opened(page, 'First')).getByText('Outside, for now').first()).toBeVisible();
  await expect(page.getByRole('region', { name: DRAFT })).toHaveCount(0);
});

test('what was typed when somebody else resolves the decision is beside the outcome, to be copied', async ({
  page,
  browser,
  server,
}) => {
  test.slow();
  const api = await newProject(server);
  await fileDecision(api, { title: 'Contested', frontmatter: { options: OPTIONS } });
  const colleague = await newResolver(server);
  const theirs = await pageOf(browser, server, colleague);
  await Promise.all([openInbox(page, api), openInbox(theirs, api)]);
  const mine = await opened(page, 'Contested');
  await mine.getByRole('radio', { name: 'Inside' }).click();
  await noteIn(mine).fill('My long argument');

  const form = await opened(theirs, 'Contested');
  await verdictIn(form).fill('theirs');
  await form.getByRole('button', { name: 'Resolve' }).click();
  await expect(theirs.getByText('The decision is resolved.')).toBeVisible();

  const draft = mine.getByRole('region', { name: DRAFT });
  await expect(mine.getByRole('definition').filter({ hasText: 'theirs' })).toBeVisible();
  for (const written of ['Inside', 'My long argument']) {
    await expect(draft.getByRole('definition').filter({ hasText: written }).first()).toBeVisible();
  }
  // The field that it was typed into is gone.
  await expect(mine.getByRole('heading', { name: 'Resolved' })).toBeFocused();
  await expectNoFault(page);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await draft.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied to the clipboard.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Inside\n\nMy long argument');

  await page.reload();
  await expect(draft).toBeVisible();
  await draft.getByRole('button', { name: 'Discard' }).click();
  await expect(draft).toHaveCount(0);
  await expect(mine.getByRole('heading', { name: 'Resolved' })).toBeFocused();
  await page.reload();
  await expect(mine.getByText('theirs')).toBeVisible();
  await expect(draft).toHaveCount(0);
  await theirs.context().close();
});

test('a draft is its own person’s, at the same browser too', async ({ browser, server, ada: _ }) => {
  test.slow();
  const api = await newProject(server);
  const { id } = await fileDecision(api, { title: 'Shared browser' });
  const [one, other] = [await newResolver(server), await newResolver(server)];
  const page = await pageOf(browser, server, one);
  await page.goto(`${INBOX}/${id}`);
  await verdictIn(await opened(page, 'Shared browser')).fill('of the first person');
  await changePerson(page, other);
  await page.goto(`${INBOX}/${id}`);
  await expect(verdictIn(await opened(page, 'Shared browser'))).toHaveValue('');
  await page.context().close();
});

test('a kept draft that is broken, hostile or old does no harm', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await fileDecision(api, { title: 'Sturdy', frontmatter: { options: OPTIONS } });
  await openInbox(page, api);
  const decision = await opened(page, 'Sturdy');
  await verdictIn(decision).fill('mine');
  const key = await page.evaluate(
    (ending) => Object.keys(localStorage).find((name) => name.endsWith(ending)) ?? '',
    `.${id}`,
  );
  expect(key).not.toBe('');
  const now = Date.now();
  const empty = [
    '',
    'not JSON',
    'null',
    '7',
    '[]',
    '{"__proto__":{"verdict":"x"}}',
    JSON.stringify({ verdict: { toString: 1 }, note: ['x'], optionId: 5, keptAt: now }),
    JSON.stringify({ verdict: 'too old', note: '', optionId: '', keptAt: now - 91 * 86_400_000 }),
  ];
  for (const stored of empty) {
    await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, stored]);
    await page.reload();
    await expect(verdictIn(decision)).toHaveValue('');
    await expect(noteIn(decision)).toHaveValue('');
  }
  // An option that is no longer offered, and a text of markup.
  const stored = JSON.stringify({ verdict: '<b onclick=x>', note: '', optionId: 'gone', keptAt: now });
  await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, stored]);
  await page.reload();
  await expect(verdictIn(decision)).toHaveValue('<b onclick=x>');
  await expect(decision.getByRole('radio', { checked: true })).toHaveCount(0);
  await decision.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  const { body } = await api.get(`/decisions/${id}`).expect(200);
  const { resolution } = body.decision.frontmatter;
  expect(resolution.verdict).toBe('<b onclick=x>');
  expect(resolution).not.toHaveProperty('option_id');
});

test('where the browser keeps nothing, what is typed is beside the outcome all the same', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const { id } = await fileDecision(api, { title: 'Full' });
  await page.addInitScript(() => {
    const keep = Storage.prototype.setItem.bind(localStorage);
    Storage.prototype.setItem = (key: string, value: string) => {
      if (key.startsWith('work-tracking.')) throw new DOMException('It is full.', 'QuotaExceededError');
      keep(key, value);
    };
  });
  await openInbox(page, api);
  const decision = await opened(page, 'Full');
  await verdictIn(decision).fill('typed in vain');
  await api.post(`/decisions/${id}/resolve`, { verdict: 'theirs' }).expect(200);
  await expect(decision.getByRole('region', { name: DRAFT })).toContainText('typed in vain');
  await expect(lines(page)).toHaveCount(0);
});
