import { fileDecision, newProject } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { INBOX, lines, openInbox, opened, verdictIn } from './support/inbox';
import { expect, test } from './support/test';

const searchField = 'Search decisions';

test('the tabs say how many decisions there are, and follow what others do', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await fileDecision(api, { title: 'First' });
  await fileDecision(api, { title: 'Second' });
  await openInbox(page, api);
  const [open, resolved] = [
    page.getByRole('tab', { name: 'Open' }),
    page.getByRole('tab', { name: 'Resolved' }),
  ];
  await expect(open).toHaveText('Open2');
  await expect(resolved).toHaveText('Resolved0');
  await api.post(`/decisions/${id}/resolve`, { verdict: 'approved' }).expect(200);
  await expect(open).toHaveText('Open1');
  await expect(resolved).toHaveText('Resolved1');
  await expectNoFault(page);
  await page.route('**/work-tracking/decisions/counts*', (route) =>
    route.fulfill({ json: { data: { open: 1001, resolved: 1000 } } }),
  );
  await page.reload();
  await expect(open).toHaveText('Open1,000+');
  await expect(resolved).toHaveText('Resolved1,000');
});

test('decisions are searched by a text, which is in the address', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await fileDecision(api, { title: 'About storage', body_markdown: 'The disks are full.' });
  await fileDecision(api, { title: 'About regions', body_markdown: 'One more.' });
  await openInbox(page, api);
  await expect(lines(page)).toHaveCount(2);
  await verdictIn(await opened(page, 'About storage')).fill('buy more');
  const field = page.getByRole('searchbox', { name: searchField });
  await field.fill('ONE more');
  await expect(lines(page)).toHaveText([/About regions/]);
  await expect(field).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Open' })).toHaveText('Open1');
  await expect(page).toHaveURL(/[?&]text=ONE\+more/);
  await page.reload();
  await expect(field).toHaveValue('ONE more');
  await expect(lines(page)).toHaveText([/About regions/]);

  await field.fill('%_no such words');
  await expect(page.getByText('No decision matches.')).toBeVisible();
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(lines(page)).toHaveCount(2);
  await expect(verdictIn(await opened(page, 'About storage'))).toHaveValue('buy more');

  await api.post(`/decisions/${id}/resolve`, { verdict: 'A bigger disk' }).expect(200);
  await page.goto(`${INBOX}?project=${api.tenantId}&status=resolved&text=bigger`);
  await expect(lines(page)).toHaveText([/About storage/]);
  // The menu's link is without a search.
  await page
    .getByRole('navigation', { name: 'Work tracking' })
    .getByRole('link', { name: 'Decisions' })
    .click();
  await expect(field).toHaveValue('');
  await expect(page).not.toHaveURL(/text=/);
});

const TABLE = `
| Way | Rows | ${'A column | '.repeat(12)}
| :-- | ---: | ${'--- | '.repeat(12)}
| **Thirty** days | 1,200,000 | <script>window.hacked = 1</script> | [x](javascript:window.hacked=2) |
| Ninety days | 3,600,000 | a \\| pipe |

[^1]: not a note
- [ ] not a box
`;

test('a table in a body is a table, which scrolls by itself', async ({ page, server }) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'Tabular', body_markdown: TABLE });
  await page.setViewportSize({ width: 390, height: 844 });
  await openInbox(page, api);
  const decision = await opened(page, 'Tabular');
  const table = decision.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveCount(14);
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('cell', { name: 'Thirty days' }).locator('strong')).toHaveText('Thirty');
  await expect(table.getByRole('cell', { name: '1,200,000' })).toHaveCSS('text-align', 'right');
  await expect(table.getByRole('cell', { name: 'a | pipe' })).toBeVisible();
  await expect(decision.locator('table script, table a, input[type=checkbox]')).toHaveCount(0);
  await expect(table.getByText('<script>window.hacked = 1</script>')).toBeVisible();

  const scrolling = decision.getByRole('group', { name: 'Table' });
  await scrolling.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => scrolling.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectNoFault(page);
});
