import type { Page } from '@playwright/test';
import { fileDecision, newProject, subscribe, type Api } from '../support/api';
import { startReceiver } from '../support/receiver';
import { openForm, sidePanel } from './support/content-manager';
import { CONSOLE } from './support/deliveries';
import { expect, test } from './support/test';

const INBOX = '/admin/plugins/work-tracking/inbox';
const AS_WRITTEN = 'This text is too long or nested too deeply to be formatted';

const lines = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => line(number)).join('\n');

/** Bodies that a parser of Markdown, or what it makes of them, takes forever for or fails at. */
const BOMBS: Readonly<Record<string, string>> = {
  'quotes in quotes': '>'.repeat(3_000),
  'many more quotes': '> '.repeat(100_000),
  'lists in lists': `${'- '.repeat(50_000)}x`,
  'numbered lists in lists': `${'1. '.repeat(3_000)}x`,
  'lists in quotes': `${'> - '.repeat(3_000)}x`,
  'lists by indentation': lines(300, (depth) => `${'  '.repeat(depth)}- x`),
  'quotes that grow': lines(300, (depth) => `${'>'.repeat(depth)} x`),
  'deep and long': lines(3_000, () => `${'> '.repeat(10)}- x\n`),
  stars: `${'*'.repeat(50_000)}x${'*'.repeat(50_000)}`,
  'stars and underlines': '*a_ '.repeat(30_000),
  brackets: '['.repeat(100_000),
  'brackets in brackets': `${'['.repeat(10_000)}a${'](b)'.repeat(10_000)}`,
  'headings by underlines': 'a\n=\n'.repeat(15_000),
  links: '[a](https://example.com) '.repeat(10_000),
  images: '![a](https://example.com/a.png) '.repeat(10_000),
  'many headings': '# x\n\n'.repeat(5_000),
  pipes: '|'.repeat(100_000),
  'a table of short rows': `${'|a'.repeat(900)}\n${'|-'.repeat(900)}\n${lines(900, () => 'x')}`,
  'a table that is wide': `${'|a'.repeat(4_500)}\n${'|-'.repeat(4_500)}`,
  tags: '<b '.repeat(100_000),
  'one line': 'a'.repeat(900_000),
  'two directions of writing': 'ا\u202ea'.repeat(150_000),
};

const lineOf = (page: Page, title: string) =>
  page.getByRole('list', { name: /open decisions?$/ }).getByRole('link', { name: title });

const openInbox = (page: Page, { tenantId }: Api) => page.goto(`${INBOX}?project=${tenantId}`);

test('the inbox opens at hostile texts, shows each as it was written, and the decision after them', async ({
  page,
  server,
}) => {
  test.slow();
  const api = await newProject(server);
  for (const [title, body_markdown] of Object.entries(BOMBS)) {
    await fileDecision(api, { title, body_markdown });
  }
  await fileDecision(api, { title: 'An honest one', body_markdown: 'With **bold** words.' });
  await openInbox(page, api);
  for (const title of Object.keys(BOMBS)) {
    await lineOf(page, title).first().click();
    const decision = page.getByRole('article', { name: title, exact: true });
    await expect(decision.getByText(AS_WRITTEN)).toBeVisible();
    await expect(decision.getByRole('textbox', { name: 'Verdict' })).toBeVisible();
  }
  await lineOf(page, 'An honest one').click();
  const honest = page.getByRole('article', { name: 'An honest one' });
  await expect(honest.locator('strong')).toHaveText('bold');
  await expect(honest.getByText(AS_WRITTEN)).toHaveCount(0);
});

test('a long text is read in parts', async ({ page, server }) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'Long', body_markdown: `${'a'.repeat(9_999)}😀${'b'.repeat(15_000)}end` });
  await openInbox(page, api);
  const written = page.getByRole('region', { name: 'Text as it was written' });
  await expect(written).toContainText('Part 1 of 3');
  await expect(written).toContainText('a😀');
  await written.getByRole('button', { name: 'Next part' }).click();
  await written.getByRole('button', { name: 'Next part' }).click();
  await expect(written).toContainText(/bend.*Part 3 of 3/);
  await expect(written.getByRole('button', { name: 'Next part' })).toBeDisabled();
});

test('thousands of options, and titles of any length, can be chosen from', async ({ page, server }) => {
  const api = await newProject(server);
  const options = Array.from({ length: 3_000 }, (_, number) => ({
    id: `o${number}`,
    title: `Way ${number}`,
  }));
  options[0]!.title = 'W'.repeat(100_000);
  const { id } = await fileDecision(api, { title: 'Many', frontmatter: { options } });
  await openInbox(page, api);
  const decision = page.getByRole('article', { name: 'Many' });
  await expect(decision.getByRole('radio')).toHaveCount(100);
  await decision.getByRole('button', { name: 'Show more (100 of 3,000)' }).click();
  await decision.getByRole('radio', { name: 'Way 150' }).click();
  await decision.getByRole('textbox', { name: 'Verdict' }).fill('V'.repeat(100_000));
  await decision.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('No decision is waiting.')).toBeVisible();
  await page.getByRole('tab', { name: 'Resolved' }).click();
  await expect(page.getByRole('article', { name: 'Many' }).getByText('Part 1 of 10')).toBeVisible();
  await openForm(page, 'decision', id);
  await expect(sidePanel(page, 'Resolution')).toContainText('Show more (100 of 3,000)');
});

test('a decision that fails to be drawn leaves the others', async ({ page, server }) => {
  const api = await newProject(server);
  const broken = await fileDecision(api, { title: 'Broken' });
  await fileDecision(api, { title: 'Whole' });
  // Such as no rule lets through, but a migration by hand might.
  await page.route(`**/work-tracking/decisions/${broken.id}`, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { data: { ...data, title: { not: 'a text' } } } });
  });
  await openInbox(page, api);
  await expect(page.getByRole('alert').getByText("This decision can't be shown here.")).toBeVisible();
  await lineOf(page, 'Whole').click();
  await expect(page.getByRole('article', { name: 'Whole' })).toBeVisible();
});

test('a delivery shows a body of any depth and length', async ({ page, server }) => {
  const receiver = await startReceiver();
  try {
    const api = await newProject(server);
    await subscribe(api, receiver.url, { event_types: ['decision.resolved'] });
    const long = 'ا\u202ea'.repeat(150_000);
    for (const further of ['short', long]) {
      const { id } = await fileDecision(api, { frontmatter: { further } });
      await api.post(`/decisions/${id}/resolve`, { verdict: 'approved' }).expect(200);
    }
    await receiver.until(2);
    // Stored before depth had a bound.
    await server.run(async (strapi) => {
      const events = strapi.db.connection('work_tracking_webhook_events');
      const { id } = await events.clone().orderBy('id').first();
      const body = `{"event":"decision.resolved","data":${'['.repeat(200)}${']'.repeat(200)}}`;
      await events.where({ id }).update({ body });
    });
    await page.goto(`${CONSOLE}?project=${api.tenantId}`);
    const all = page.getByRole('region', { name: 'Deliveries' }).getByRole('link');
    await expect(all.first()).toBeVisible();
    for (const link of [all.first(), all.last()]) {
      await link.click();
      await expect(page.getByRole('group', { name: 'Body' })).toContainText(/"event": ?"decision.resolved"/);
      await page.goBack();
    }
  } finally {
    await receiver.close();
  }
});
