import type { Locator, Page } from '@playwright/test';
import type { Api } from '../../support/api';
import { expect } from './test';

export const CONSOLE = '/admin/plugins/work-tracking/deliveries';

/** The rows of the list, newest first. */
export const rows = (page: Page): Locator =>
  page
    .getByRole('region', { name: /^(Deliveries|Zustellungen)$/ })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });

/** Opens the console at the deliveries of one project, and of nothing else when there is something to narrow it by. */
export async function openConsole(page: Page, { tenantId }: Api, query = ''): Promise<void> {
  await page.goto(`${CONSOLE}?project=${tenantId}${query}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
