import type { Page } from '@playwright/test';
import { fileTicket, newProject, subscribe } from '../support/api';
import { insertAttempts, insertDeliveries } from '../support/deliveries';
import { card, column, hold, openBoard } from './support/board';
import { openConsole } from './support/deliveries';
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

test('nothing moves for somebody who has asked for less motion', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchMotion(page);
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
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Lies still' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Lies still' })).toBeVisible();
  expect(await whatMoved(page)).toEqual([]);

  await openConsole(page, api);
  await page.locator('.recharts-bar-rectangle path').first().hover();
  await expect(page.locator('.recharts-tooltip-wrapper').first()).toBeVisible();
  for (const chart of await page.locator('.recharts-wrapper').all()) await chart.hover();
  expect(await whatMoved(page)).toEqual([]);
});
