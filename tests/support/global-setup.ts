import { ensureBuilt } from '../../scripts/build';

/** The tests run what users run: the built server. */
export default function globalSetup(): void {
  ensureBuilt({ panel: false });
}
