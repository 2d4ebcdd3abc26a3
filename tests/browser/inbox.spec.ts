import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileDecision, newProject, subscribe } from '../support/api';
import { startReceiver } from '../support/receiver';
import { expectNoFault } from './support/accessibility';
import { openForm, sidePanel } from './support/content-manager';
import { INBOX, lines, openInbox } from './support/inbox';
import { pageOf, tabTo } from './support/panel';
import { expect, test } from './support/test';

const OPTIONS = [
  { id: '30d', title: 'Thirty days', description: 'What the terms promise; halves the database.' },
  { id: '90d', title: 'Ninety days', description: 'Covers a quarter.' },
  { id: 'all', title: 'For ever' },
];

const BODY = `We keep **all** attempts of every delivery, which makes up most of the database.

- 2.3 million rows in \`attempts\`, growing by 40,000 a day
- nobody has asked for an attempt older than *two weeks*, says [the report](https://example.com/report)

> Storage is cheap, restores are not.
`;

/** Requests of the panel itself to other hosts, such as the check for a new version. */
const OF_STRAPI = /^https:\/\/(api\.github\.com\/repos\/strapi\/|[a-z-]+\.strapi\.io\/)/;

test(
  'a decision is resolved from the inbox in one step, and the receiver gets decision.resolved',
  { tag: '@gate' },
  async ({ page, server }) => {
    const receiver = await startReceiver();
    try {
      const api = await newProject(server);
      await subscribe(api, receiver.url, { event_types: ['decision.resolved'] });
      const first = await fileDecision(api, {
        title: 'How long do we keep delivery attempts?',
        slug: 'attempt-retention',
        body_markdown: BODY,
        frontmatter: { options: OPTIONS },
      });
      await fileDecision(api, { title: 'Do we drop the old webhook format?' });
      await fileDecision(api, { title: 'Which region does the second instance run in?' });
      await openInbox(page, api);
      await expect(lines(page)).toHaveCount(3);
      await expect(lines(page).first()).toContainText(first.title);

      const decision = page.getByRole('article', { name: first.title });
      await decision.getByRole('radio', { name: 'Ninety days' }).click();
      await expect(decision.getByRole('textbox', { name: 'Verdict' })).toHaveValue('Ninety days');
      await decision.getByRole('textbox', { name: 'Note' }).fill('Ask again in spring.');
      await expectNoFault(page);
      await decision.getByRole('button', { name: 'Resolve' }).click();
      await expect(page.getByText('The decision is resolved.')).toBeVisible();

      const [sent] = await receiver.until(1);
      expect(sent!.body).toMatchObject({
        event: 'decision.resolved',
        data: {
          id: first.id,
          frontmatter: {
            status: 'resolved',
            resolution: { verdict: 'Ninety days', option_id: '90d', note: 'Ask again in spring.' },
          },
        },
      });
      // The next decision is opened.
      await expect(lines(page)).toHaveCount(2);
      await expect(page.getByRole('article', { name: 'Do we drop the old webhook format?' })).toBeVisible();

      await page.getByRole('tab', { name: 'Resolved' }).click();
      await expect(lines(page)).toHaveText([/attempts\?.*Ada Lovelace.*Ninety days/]);
      const outcome = page.getByRole('article', { name: first.title });
      for (const fact of ['Ninety days', 'Ask again in spring.', 'Ada Lovelace']) {
        await expect(outcome.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible();
      }
      await expect(outcome.getByRole('button', { name: 'Resolve' })).toHaveCount(0);
      await expectNoFault(page);
    } finally {
      await receiver.close();
    }
  },
);

test('no script of a body runs, nothing is loaded for it, and its links lead to the web only', async ({
  page,
  server,
}) => {
  const receiver = await startReceiver();
  try {
    const api = await newProject(server);
    const { url } = receiver;
    const hostile = [
      '<script>window.hacked = 1</script>',
      `<img src="${url}/img" onerror="window.hacked = 2">`,
      `<img src=x onerror="window.hacked = 3">`,
      '<svg onload="window.hacked = 4"><script>window.hacked = 5</script></svg>',
      `<iframe src="${url}/iframe" srcdoc="<script>parent.hacked = 6</script>"></iframe>`,
      `<link rel="stylesheet" href="${url}/css"><style>@import "${url}/import"</style>`,
      `<form action="${url}/form"><button>Send</button></form>`,
      '[script](javascript:window.hacked=7) [upper](JaVaScRiPt:window.hacked=8)',
      '[tab](java\tscript:window.hacked=9) [entity](&#106;avascript:window.hacked=10)',
      '[data](data:text/html,<script>window.hacked=11</script>) [vb](vbscript:x) [file](file:///etc/passwd)',
      '[relative](/admin/logout) [here](#here) <javascript:window.hacked=12>',
      `![image](${url}/markdown-image) ![script](javascript:window.hacked=13) ![svg](data:image/svg+xml;base64,AAAA)`,
      '[web](https://example.com/a) [mail](mailto:a@example.com)',
    ].join('\n\n');
    await fileDecision(api, {
      title: '<img src=x onerror="window.hacked = 14">',
      body_markdown: hostile,
      frontmatter: { options: [{ id: 'a', title: '<script>window.hacked = 15</script>' }] },
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => asked.push(dialog.message()));
    await openInbox(page, api);
    const body = page.getByRole('article');
    await expect(body.getByText('<script>window.hacked = 1</script>')).toBeVisible();
    for (const text of ['script', 'upper', 'tab', 'entity', 'data', 'vb', 'file', 'relative', 'here']) {
      await expect(body.getByRole('link', { name: text, exact: true })).toHaveCount(0);
    }
    await expect(body.locator('script, img, svg[onload], iframe, link, style, form[action]')).toHaveCount(0);

    const links = body.getByRole('link').filter({ hasNotText: 'Edit' });
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual([`${url}/markdown-image`, 'https://example.com/a', 'mailto:a@example.com']);
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('rel', /noopener/);
      await expect(link).toHaveAttribute('target', '_blank');
    }
    await body.getByText('script', { exact: true }).first().click();
    expect(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
    const others = asked.filter((address) => !address.startsWith(server.url) && !OF_STRAPI.test(address));
    expect(others).toEqual([]);
    expect(receiver.received).toEqual([]);
  } finally {
    await receiver.close();
  }
});

test("another user's resolution appears by itself; resolving the decision again is refused", async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const first = await fileDecision(api, { title: 'First' });
  const second = await fileDecision(api, { title: 'Second' });
  await openInbox(page, api);
  await page.getByRole('article', { name: 'First' }).getByRole('textbox', { name: 'Verdict' }).fill('mine');
  await api.post(`/decisions/${first.id}/resolve`, { status: 'theirs' }).expect(200);
  await expect(lines(page)).toHaveText([/Second/]);
  // The decision that this user has open stays, and shows its resolution.
  await expect(page.getByRole('article', { name: 'First' }).getByText('theirs')).toBeVisible();

  await lines(page).getByRole('link', { name: 'Second' }).click();
  // From here on the page gets no news of changes.
  await page.route('**/work-tracking/decisions/changes', (route) => route.abort());
  await api.post(`/decisions/${second.id}/resolve`, { status: 'theirs' }).expect(200);
  const form = page.getByRole('article', { name: 'Second' });
  await form.getByRole('textbox', { name: 'Verdict' }).fill('mine');
  await form.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('This decision is already resolved.')).toBeVisible();
  await expect(form.getByText('theirs')).toBeVisible();
  await expect(page.getByText('No decision is waiting.')).toBeVisible();
});

test('a decision is resolved with the keyboard alone', async ({ page, server }) => {
  const api = await newProject(server);
  const decision = await fileDecision(api, { title: 'By keys', frontmatter: { options: OPTIONS } });
  await openInbox(page, api);
  await lines(page).getByRole('link').focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('article', { name: 'By keys' });
  await tabTo(page, form.getByRole('radio', { name: 'Thirty days' }), 20);
  // A radio button is chosen while the key is down.
  for (const name of ['Ninety days', 'For ever']) {
    await page.keyboard.down('ArrowDown');
    await expect(form.getByRole('radio', { name })).toBeChecked();
    await page.keyboard.up('ArrowDown');
  }
  await tabTo(page, form.getByRole('textbox', { name: 'Verdict' }), 20);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No decision is waiting.')).toBeVisible();
  const { body } = await api.get(`/decisions/${decision.id}`).expect(200);
  expect(body.decision.frontmatter.resolution).toMatchObject({ verdict: 'For ever', option_id: 'all' });
});

test('the list is read page by page, and a form without a verdict is not submitted', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  for (let number = 1; number <= 51; number += 1) await fileDecision(api, { title: `Number ${number}` });
  await openInbox(page, api);
  await expect(lines(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Load more (50 of 51)' }).click();
  await expect(lines(page)).toHaveCount(51);
  await expect(lines(page).last()).toContainText('Number 51');
  await page.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('Give a verdict.')).toBeVisible();
  await page.getByRole('button', { name: 'rejected' }).click();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByRole('article', { name: 'Number 2' })).toBeVisible();
});

test('a failed request shows its error and a button to try again', async ({ page, server }) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'After the storm' });
  const changes = '**/work-tracking/decisions/changes';
  await page.route(changes, (route) => route.fulfill({ status: 500, json: { error: { message: 'Down.' } } }));
  await openInbox(page, api);
  await expect(page.getByRole('alert').getByText('Down.')).toBeVisible();
  await page.unroute(changes);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article', { name: 'After the storm' })).toBeVisible();
});

test('in a German panel the inbox is German', async ({ page, server }) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'Deutsch?', frontmatter: { options: OPTIONS } });
  await page.goto('/admin');
  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  await page.goto(`${INBOX}?project=${api.tenantId}`);
  await expect(page.getByRole('heading', { name: 'Entscheidungen', level: 1 })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Offen' })).toBeVisible();
  const form = page.getByRole('article', { name: 'Deutsch?' });
  await expect(form.getByText(/vor \d/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Beschluss' }).fill('ja');
  await form.getByRole('button', { name: 'Entscheiden' }).click();
  await expect(page.getByText('Keine Entscheidung steht aus.')).toBeVisible();
});

test('a role that may only read decisions sees no form; one without sees neither tab nor page', async ({
  browser,
  server,
  ada: _,
}) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'To look at', frontmatter: { options: OPTIONS } });
  const admin = await logInAdmin(server);
  const mayRead = mayInContentManager('read', 'decision', ['title', 'state', 'frontmatter', 'project']);
  const reader = await newColleague(server, admin, [{ action: actionId('decision.read') }, mayRead]);
  const page = await pageOf(browser, server, reader);
  await openInbox(page, api);
  const decision = page.getByRole('article', { name: 'To look at' });
  await expect(decision.getByText('Thirty days')).toBeVisible();
  await expect(decision.getByRole('button')).toHaveCount(0);
  await expect(decision.getByText('it needs the permission “Resolve decisions”')).toBeVisible();
  await page.context().close();

  const other = await newColleague(server, admin, [{ action: actionId('board.read') }, mayRead]);
  const otherPage = await pageOf(browser, server, other);
  await otherPage.goto(INBOX);
  await expect(otherPage.getByText("You don't have the permissions to access that content")).toBeVisible();
  await expect(otherPage.getByRole('link', { name: 'Decisions' })).toHaveCount(0);
  await otherPage.context().close();
});

test('a role that may resolve decisions and not edit them resolves one in the inbox, and one in its form', async ({
  browser,
  server,
  ada: _,
}) => {
  test.slow();
  const api = await newProject(server);
  await fileDecision(api, { title: 'In the inbox' });
  const { id } = await fileDecision(api, { title: 'In the form' });
  const resolver = await newColleague(server, await logInAdmin(server), [
    { action: actionId('decision.read') },
    { action: actionId('decision.resolve') },
    mayInContentManager('read', 'decision', ['title', 'state', 'verdict', 'project']),
  ]);
  const page = await pageOf(browser, server, resolver);
  await openInbox(page, api);
  const decision = page.getByRole('article', { name: 'In the inbox' });
  await decision.getByRole('textbox', { name: 'Verdict' }).fill('approved');
  await decision.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();

  await openForm(page, 'decision', id);
  await page.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('rejected');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(sidePanel(page, 'Resolution')).toContainText('rejected');
  await page.context().close();
});
