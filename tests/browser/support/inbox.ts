import { expect, type Locator, type Page } from '@playwright/test';
import type { Api } from '../../support/api';

export const INBOX = '/admin/plugins/work-tracking/inbox';

/** The inbox of one project; the specs share the application. */
export async function openInbox(page: Page, { tenantId }: Api, status = 'open'): Promise<void> {
  await page.goto(`${INBOX}?project=${tenantId}&status=${status}`);
  await expect(page.getByRole('heading', { name: 'Decisions', level: 1 })).toBeVisible();
}

/** The decisions in the list. */
export const lines = (page: Page): Locator =>
  page.getByRole('list', { name: /decisions?$/ }).getByRole('listitem');

/** Opens a decision by its line in the list. */
export async function choose(page: Page, title: string): Promise<Locator> {
  await lines(page).getByRole('link', { name: title }).click();
  return opened(page, title);
}

/** The decision that is open, which must be this one. */
export async function opened(page: Page, title: string): Promise<Locator> {
  const decision = page.getByRole('article', { name: title, exact: true });
  await expect(decision).toBeVisible();
  return decision;
}

export const verdictIn = (decision: Locator): Locator => decision.getByRole('textbox', { name: 'Verdict' });

export const noteIn = (decision: Locator): Locator => decision.getByRole('textbox', { name: 'Note' });
