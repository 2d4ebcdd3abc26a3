import { TestEnvironment } from 'jest-environment-node';
import { assertReleased, sharedApplication, type SharedApplication } from './shared-application';

/** What the process that runs test files gives to each of them: their own modules begin anew with each file. */
export interface Worker {
  /** Which of its files this is, from 1 on. */
  file: number;
  application(): Promise<SharedApplication>;
}

let files = 0;

export default class WorkerEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    files += 1;
    const worker: Worker = { file: files, application: () => sharedApplication() };
    this.global.worker = worker;
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    assertReleased();
  }
}
