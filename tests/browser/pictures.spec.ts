import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DOCUMENTS, PLUGIN, prose, ROOT } from '../documentation/documents';
import { expect, test } from './support/test';

/** The pictures that the documents show, by the names of their files. */
const shown = DOCUMENTS.flatMap((document) => [
  ...prose(document).matchAll(/!\[[^\]]+\]\(([^)]+\.png)\)/g),
]).map(([, file]) => path.basename(file!));

test('npm run pictures makes every picture of the documents, and no other', async ({}, { outputDir }) => {
  const { stdout } = await promisify(execFile)('node', ['scripts/pictures.js', '--to', outputDir], {
    cwd: ROOT,
  });
  const made = readdirSync(outputDir).sort();
  expect(stdout.split('\n').filter((line) => line.includes('.png'))).toHaveLength(made.length);
  expect(made).toEqual([...new Set(shown)].sort());
  expect(readdirSync(path.join(ROOT, PLUGIN, 'images')).sort()).toEqual(made);
});
