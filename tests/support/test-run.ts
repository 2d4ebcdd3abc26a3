import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Begins a run: every process of it knows its id from the environment. */
export function beginRun(): void {
  process.env.TEST_RUN = randomBytes(6).toString('hex');
  mkdirSync(runFolder());
}

/** The beginning of the names of everything that the run leaves behind, and that its end throws away. */
export function runPrefix(): string {
  const { TEST_RUN: id } = process.env;
  if (!id) throw new Error('No run has begun: global-setup.ts has not been called.');
  return `work_tracking_test_${id}_`;
}

/** Where the run keeps its files. */
export const runFolder = (): string => path.join(os.tmpdir(), runPrefix());

/** A new folder for a test's files; it goes when the run ends. */
export const makeFolder = (name: string): string => mkdtempSync(path.join(runFolder(), `${name}-`));

/** Processes may still be ending that have files in there. */
export const removeRunFolder = (): Promise<void> =>
  rm(runFolder(), { recursive: true, force: true, maxRetries: 10 });
