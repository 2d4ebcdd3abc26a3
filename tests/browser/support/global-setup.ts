import { ensureBuilt } from '../../../scripts/build';

/** The tests drive what users get: the built panel. */
export default function globalSetup(): void {
  ensureBuilt();
}
