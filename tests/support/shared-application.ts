import { hasEnded, launch, stop, type Application } from './application';
import { createDatabase, type TestDatabase } from './database';

/** An application that one test file after the other uses. */
export type SharedApplication = Application & { database: TestDatabase };

let running: SharedApplication | undefined;

/** This process's own: started for the first file that asks, and anew when a file has brought it to its end. */
export async function sharedApplication(): Promise<SharedApplication> {
  if (!running || hasEnded(running)) {
    const database = await createDatabase();
    running = { ...(await launch(database.env)), database };
  }
  return running;
}

export async function endSharedApplication(): Promise<void> {
  if (running) await stop(running);
}
