import { ensureBuilt } from '../../scripts/build';
import { makeTemplate } from './database';
import { beginRun } from './test-run';

/** Builds what a run needs, and begins it. */
export async function setUp(needs: { panel: boolean }): Promise<void> {
  await ensureBuilt(needs);
  beginRun();
  await makeTemplate();
}

/** The tests run the built server, as users do. */
export default (): Promise<void> => setUp({ panel: false });
