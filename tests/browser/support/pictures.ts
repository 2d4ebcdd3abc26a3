import { expect, type Page } from '@playwright/test';
import { statSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(__dirname, '../../../docs/images');

/** Small enough for a README. */
const MAX_BYTES = 150_000;

/** Takes one of the pictures that README.md shows: `docs/images/<name>.png`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const file = path.join(FOLDER, `${name}.png`);
  await page.setViewportSize({ width: 1440, height: 810 });
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  expect(statSync(file).size).toBeLessThan(MAX_BYTES);
}
