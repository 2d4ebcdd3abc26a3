import type { Worker } from './environment';

const { worker } = globalThis as { worker?: Worker };

/** Tells names of one test file from those of the others that use the same application. */
export const FILE = worker?.file ?? 0;

export function sharedApplication(): ReturnType<Worker['application']> {
  if (!worker) throw new Error('Only test files of jest share an application.');
  return worker.application();
}
