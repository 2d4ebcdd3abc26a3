import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { card, openBoard } from './support/board';
import { lines, openInbox } from './support/inbox';
import { expect, test } from './support/test';

/** Each means something in an address. */
const TEXTS = ['R&D', 'C# port', 'C++ core', '100% = all?'];

let api: Api;
test.beforeEach(async ({ server }) => {
  api = await newProject(server);
});

test('the board is searched and filtered by texts with characters that mean something in an address', async ({
  page,
}) => {
  for (const title of [...TEXTS, 'Other']) await fileTicket(api, { title, labels: [title] });
  await openBoard(page, api);
  const search = page.getByRole('searchbox', { name: 'Title or body' });
  for (const title of TEXTS) {
    await search.fill(title);
    await expect(card(page, 'Other')).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveText([new RegExp(title.replaceAll(/[+?]/g, '\\$&'))]);
  }
  const address = new URLSearchParams({ project: api.tenantId, label: 'C++ core' });
  await page.goto(`/admin/plugins/work-tracking/board?${address.toString()}`);
  await expect(page.getByRole('article')).toHaveText([/C\+\+ core/]);
});

test('the inbox and the subscriptions are searched by such texts, too', async ({ page }) => {
  for (const title of [...TEXTS, 'Other']) await fileDecision(api, { title });
  await openInbox(page, api);
  for (const title of TEXTS) {
    await page.getByRole('searchbox', { name: 'Search decisions' }).fill(title);
    await expect(lines(page)).toHaveText([new RegExp(title.replaceAll(/[+?]/g, '\\$&'))]);
  }
  await subscribe(api, `https://example.org/${api.projectKey}?a=1&b=2`);
  await page.goto('/admin/plugins/work-tracking/subscriptions');
  await page.getByRole('searchbox', { name: 'Search by URL or project' }).fill(`${api.projectKey}?a=1&b=2`);
  await expect(
    page.getByRole('link', { name: `https://example.org/${api.projectKey}?a=1&b=2` }),
  ).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
});
