import { hasEnded, launch, stop, type Application } from './application';
import { createDatabase, type TestDatabase } from './database';

/** An application that one test file after the other uses. */
export interface SharedApplication extends Application {
  database: TestDatabase;
  /** Whether records of a test file may be in it. */
  isHeld: boolean;
}

let running: SharedApplication | undefined;

/** This process's own: started for the first file that asks, and anew when a file has brought it to its end. */
export async function sharedApplication(): Promise<SharedApplication> {
  if (!running || hasEnded(running)) {
    const database = await createDatabase();
    running = { ...(await launch(database.env)), database, isHeld: false };
  }
  return running;
}

/** @returns whether the test file that has just ended leaves its records to the next one */
export function leavesRecords(): boolean {
  if (!running || hasEnded(running)) return false;
  const { isHeld } = running;
  running.isHeld = false;
  return isHeld;
}

export async function endSharedApplication(): Promise<void> {
  if (running) await stop(running);
}
