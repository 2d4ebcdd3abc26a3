import { TestEnvironment } from 'jest-environment-node';
import { leavesRecords, sharedApplication, type SharedApplication } from './shared-application';

/** The object that a process gives to each test file that it runs: their own modules begin anew with each file. */
export interface Worker {
  /** Which of its files this is, from 1 on. */
  file: number;
  application(): Promise<SharedApplication>;
}

let files = 0;

export default class WorkerEnvironment extends TestEnvironment {
  private hasFailed = false;

  override async setup(): Promise<void> {
    await super.setup();
    files += 1;
    const worker: Worker = { file: files, application: () => sharedApplication() };
    this.global.worker = worker;
  }

  /** jest's runner calls it. */
  handleTestEvent({ name }: { name: string }): void {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.hasFailed = true;
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    // An error of the environment would take the place of theirs.
    if (leavesRecords() && !this.hasFailed)
      throw new Error('It leaves its records in the shared application: afterAll(() => server.release()).');
  }
}
