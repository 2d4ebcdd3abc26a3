import type { Locator } from '@playwright/test';
import { fileDecision, newProject } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { choose, lines, noteIn, openInbox, opened, verdictIn } from './support/inbox';
import { expect, test } from './support/test';

const OPTIONS = Array.from({ length: 11 }, (_, index) => ({
  id: `o${index + 1}`,
  title: `Way ${index + 1}`,
}));
const LONG = 'A paragraph of some words about what is to be decided, and why.\n\n'.repeat(80);

const headingOf = (decision: Locator, title: string) =>
  decision.getByRole('heading', { name: title, level: 2 });

test('J and K go through the list, digits choose, Control and Enter resolves, and the next one has the focus', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const ids: string[] = [];
  for (const title of ['First', 'Second', 'Third']) {
    ids.push((await fileDecision(api, { title, frontmatter: { options: OPTIONS } })).id);
  }
  await openInbox(page, api);
  await opened(page, 'First');
  await page.keyboard.press('k');
  await opened(page, 'First');
  await page.keyboard.press('j');
  await expect(headingOf(await opened(page, 'Second'), 'Second')).toBeFocused();
  await page.keyboard.press('j');
  await expect(headingOf(await opened(page, 'Third'), 'Third')).toBeFocused();
  await page.keyboard.press('j');
  await opened(page, 'Third');
  await page.keyboard.press('k');

  const second = await opened(page, 'Second');
  await expect(headingOf(second, 'Second')).toBeFocused();
  for (const digit of [1, 9, 3]) {
    await page.keyboard.press(String(digit));
    await expect(second.getByRole('radio', { name: `Way ${digit}`, exact: true })).toBeChecked();
    await expect(verdictIn(second)).toHaveValue(`Way ${digit}`);
  }
  await page.keyboard.press('0');
  await expect(verdictIn(second)).toHaveValue('Way 3');
  // A digit also where an option has the focus.
  await second.getByRole('radio', { name: 'Way 3', exact: true }).focus();
  await page.keyboard.press('4');
  await expect(second.getByRole('radio', { name: 'Way 4', exact: true })).toBeChecked();
  await page.keyboard.press('Control+Enter');
  await expect(headingOf(await opened(page, 'Third'), 'Third')).toBeFocused();
  const resolved = await api.get(`/decisions/${ids[1]}`).expect(200);
  expect(resolved.body.decision.frontmatter.resolution).toMatchObject({ verdict: 'Way 4', option_id: 'o4' });

  // Without a verdict the field for it has the focus, and says what is missing.
  await page.keyboard.press('Control+Enter');
  const third = await opened(page, 'Third');
  await expect(verdictIn(third)).toBeFocused();
  await expect(third.getByText('Give a verdict.')).toBeVisible();
  await expectNoFault(page);
});

test('keys that are typed into a field do nothing else, but for Control and Enter', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  for (const title of ['First', 'Second']) {
    await fileDecision(api, { title, frontmatter: { options: OPTIONS } });
  }
  await openInbox(page, api);
  const first = await opened(page, 'First');
  for (const field of [verdictIn(first), noteIn(first)]) {
    await field.press('j');
    await field.press('2');
    await field.press('k');
    await expect(field).toHaveValue('j2k');
  }
  await expect(first.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page).toHaveURL(/inbox\/\w+/);

  // The fields of the page belong to no decision.
  const search = page.getByRole('searchbox', { name: 'Search decisions' });
  await search.press('Control+Enter');
  await expect(first.getByRole('button', { name: 'Resolve' })).toBeVisible();
  await expect(lines(page)).toHaveCount(2);
  await noteIn(first).press('Control+Enter');
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  await expect(headingOf(await opened(page, 'Second'), 'Second')).toBeFocused();
  // A key with another is the browser's.
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Alt+1');
  await expect(verdictIn(await opened(page, 'Second'))).toHaveValue('');
});

test('without options 1 and 2 are the usual verdicts; after the last one the list has the focus', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const { id } = await fileDecision(api, { title: 'Only' });
  await openInbox(page, api);
  const only = await opened(page, 'Only');
  await page.keyboard.press('1');
  await expect(verdictIn(only)).toHaveValue('approved');
  await page.keyboard.press('2');
  await page.keyboard.press('3');
  await expect(verdictIn(only)).toHaveValue('rejected');
  await page.keyboard.press('Meta+Enter');
  await expect(page.getByText('No decision is waiting.')).toBeVisible();
  await expect(page.getByRole('tabpanel')).toBeFocused();
  const { body } = await api.get(`/decisions/${id}`).expect(200);
  expect(body.decision.frontmatter.resolution.verdict).toBe('rejected');
  // On a resolved one the keys have nothing to do.
  await page.getByRole('tab', { name: 'Resolved' }).click();
  await opened(page, 'Only');
  for (const key of ['1', 'Control+Enter', 'j', 'k']) await page.keyboard.press(key);
  await expect((await opened(page, 'Only')).getByText('rejected')).toBeVisible();
});

test('J goes on from the place of a decision that somebody else has resolved', async ({ page, server }) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'First' });
  const second = await fileDecision(api, { title: 'Second' });
  await fileDecision(api, { title: 'Third' });
  await openInbox(page, api);
  await choose(page, 'Second');
  await api.post(`/decisions/${second.id}/resolve`, { verdict: 'theirs' }).expect(200);
  await expect(lines(page)).toHaveText([/First/, /Third/]);
  await page.keyboard.press('j');
  await opened(page, 'Third');
  await page.keyboard.press('k');
  await opened(page, 'First');
});

test('the button that resolves stays in sight beside a long text', async ({ page, server }) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'Long', body_markdown: LONG, frontmatter: { options: OPTIONS } });
  await openInbox(page, api);
  const decision = await opened(page, 'Long');
  const resolve = decision.getByRole('button', { name: 'Resolve' });
  await expect(resolve).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('2');
  await expect(decision.getByText('Verdict: Way 2')).toBeInViewport();
  // It covers no field that has the focus.
  await verdictIn(decision).focus();
  await expect(verdictIn(decision)).toBeInViewport({ ratio: 1 });
  await expect(resolve).toBeInViewport({ ratio: 1 });
  await resolve.click();
  await expect(page.getByText('No decision is waiting.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tap scrolls to the decision, and the button that resolves stays in sight', async ({
    page,
    server,
  }) => {
    const api = await newProject(server);
    for (let number = 1; number <= 9; number += 1) {
      await fileDecision(api, { title: `Number ${number}`, body_markdown: LONG });
    }
    await openInbox(page, api);
    const first = await opened(page, 'Number 1');
    const top = async (heading: Locator) => (await heading.boundingBox())?.y;
    expect(await top(headingOf(first, 'Number 1'))).toBeGreaterThan(600);
    // The one that is open already, too.
    for (const number of [1, 3]) {
      const title = `Number ${number}`;
      await lines(page).getByRole('link', { name: title }).tap();
      const decision = await opened(page, title);
      await expect.poll(() => top(headingOf(decision, title))).toBeLessThan(200);
      await expect(headingOf(decision, title)).toBeInViewport({ ratio: 1 });
      await expect(headingOf(decision, title)).toBeFocused();
      await expect(decision.getByRole('button', { name: 'Resolve' })).toBeInViewport({ ratio: 1 });
      await expectNoFault(page);
    }
    const third = await opened(page, 'Number 3');
    await verdictIn(third).fill('approved');
    await expect(third.getByRole('button', { name: 'Resolve' })).toBeInViewport({ ratio: 1 });
    await third.getByRole('button', { name: 'Resolve' }).tap();
    const fourth = await opened(page, 'Number 4');
    await expect(headingOf(fourth, 'Number 4')).toBeInViewport({ ratio: 1 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});
