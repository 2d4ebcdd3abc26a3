import type { Page } from '@playwright/test';
import { fileDecision, fileTicket, newProject, subscribe } from '../support/api';
import { insertAttempts, insertDeliveries } from '../support/deliveries';
import { card, column, hold, openBoard } from './support/board';
import { openConsole } from './support/deliveries';
import { choose, openInbox, opened, verdictIn } from './support/inbox';
import { escapeFrom } from './support/panel';
import { expect, test } from './support/test';

/** Shorter than anybody sees. */
const UNSEEN_MS = 20;

/** Records what moves in the page's frames, beside what turns while something is loaded. */
const watchMotion = (page: Page) =>
  page.addInitScript((unseen) => {
    const moved = new Set<string>();
    Object.assign(window, { moved });
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        const { target, pseudoElement } = effect as KeyframeEffect;
        const { endTime } = effect!.getComputedTiming();
        if (endTime !== Infinity && Number(endTime) > unseen)
          moved.add(`${target?.outerHTML.slice(0, 120)}${pseudoElement ?? ''}`);
      }
      requestAnimationFrame(look);
    };
    look();
  }, UNSEEN_MS);

const whatMoved = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved]);

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchMotion(page);
});

test('nothing moves for somebody who has asked for less motion', async ({ page, server }) => {
  const api = await newProject(server);
  await fileTicket(api, { title: 'Lies still' });
  const { id } = await subscribe(api, 'http://127.0.0.1:9/hook', { event_types: ['ticket.updated'] });
  const createdAt = Date.now() - 60_000;
  const [delivery] = await insertDeliveries(server, id, [{ state: 'delivered', createdAt }]);
  await insertAttempts(server, delivery!, [{ result: 'delivered', startedAt: createdAt, durationMs: 9 }]);

  await openBoard(page, api);
  await hold(page, 'Lies still', 'In progress');
  await page.mouse.up();
  await expect(card(column(page, 'In progress'), 'Lies still')).toBeVisible();
  await page.keyboard.press('c');
  await escapeFrom(page.getByRole('dialog'));
  await page.getByRole('link', { name: 'Lies still' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Lies still' })).toBeVisible();
  expect(await whatMoved(page)).toEqual([]);

  await openConsole(page, api);
  await page.locator('.recharts-bar-rectangle path').first().hover();
  await expect(page.locator('.recharts-tooltip-wrapper').first()).toBeVisible();
  for (const chart of await page.locator('.recharts-wrapper').all()) await chart.hover();
  expect(await whatMoved(page)).toEqual([]);
});

test('nor in the inbox, from one decision to the next', async ({ page, server }) => {
  const api = await newProject(server);
  const options = [
    { id: 'a', title: 'One way' },
    { id: 'b', title: 'Another' },
  ];
  for (const title of ['Stands first', 'Stands second', 'Stands third']) {
    await fileDecision(api, { title, frontmatter: { options } });
  }
  await openInbox(page, api);
  await opened(page, 'Stands first');
  await choose(page, 'Stands second');
  await page.keyboard.press('j');
  const decision = await opened(page, 'Stands third');
  await page.keyboard.press('1');
  await expect(verdictIn(decision)).toHaveValue('One way');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The decision is resolved.')).toBeVisible();
  await opened(page, 'Stands second');
  await page.keyboard.press('?');
  await escapeFrom(page.getByRole('dialog'));
  await page.getByRole('tab', { name: 'Resolved' }).click();
  await opened(page, 'Stands third');
  expect(await whatMoved(page)).toEqual([]);
});

test('nor among the subscriptions, the projects and their dialogs', async ({ page, server }) => {
  const api = await newProject(server);
  const url = `http://127.0.0.1:9/still/${api.projectKey}`;
  await subscribe(api, url, { event_types: ['ticket.updated'] });
  await page.goto(`/admin/plugins/work-tracking/subscriptions?text=${api.projectKey}`);
  const row = page.getByRole('row').filter({ hasText: url });
  for (const [opener, role] of [
    ['Switch off', 'alertdialog'],
    ['Replace the secret', 'dialog'],
  ] as const) {
    await row.getByRole('button', { name: opener }).click();
    await escapeFrom(page.getByRole(role));
  }
  await row.getByRole('button', { name: 'Send a test event' }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  // By the tab, without a reload: what has moved so far is still known.
  await page
    .getByRole('navigation', { name: 'Work tracking' })
    .getByRole('link', { name: 'Projects and tokens' })
    .click();
  const create = page.getByRole('button', { name: 'Create a project' });
  await create.click();
  await escapeFrom(page.getByRole('dialog'));
  await expect(create).toBeFocused();
  expect(await whatMoved(page)).toEqual([]);
});
