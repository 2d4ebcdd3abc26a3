import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Starts a shell in a group of its own, which starts another program, and says that the group would end with it. */
const LEADER = `
  const { endWithUs } = require(${JSON.stringify(path.join(__dirname, '../../scripts/test/end-with-us'))});
  const { spawn } = require('node:child_process');
  const shell = spawn('sh', ['-c', 'sleep 10000 & wait'], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  endWithUs(shell);
  process.stdout.write('guarded');
`;

it('what a killed process has started in a group of its own ends with it', async () => {
  const killed = spawn(process.execPath, ['-e', LEADER], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(killed.stdout, 'data');
  killed.kill('SIGKILL');
  // All that have it open, the last one of them too, have ended.
  await once(killed.stdout, 'close');
});
