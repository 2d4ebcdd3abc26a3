import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';

const FOLDER = path.join(__dirname, '../../../src/plugins/work-tracking/images');

/** Small enough for a README. */
const MAX_BYTES = 150_000;

/** Takes one of the pictures that the documents show. They lie in the plugin, so that its package has them too. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const file = path.join(FOLDER, `${name}.png`);
  await page.setViewportSize({ width: 1440, height: 810 });
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  expect(statSync(file).size).toBeLessThan(MAX_BYTES);
}
