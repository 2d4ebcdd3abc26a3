'use strict';

const { spawn } = require('node:child_process');

/**
 * Ends a process that leads a group of its own, and the group, when this process ends without having done so: killed by
 * hand, or by a limit.
 * @param {import('node:child_process').ChildProcess} leader started `detached`
 */
function endWithUs(leader) {
  // Its input ends with this process, however that ends.
  const guard = spawn('sh', ['-c', 'read -r line; kill -s KILL -- "-$0"', String(leader.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  /** @type {import('node:net').Socket} */ (guard.stdin).unref();
  leader.once('exit', () => guard.kill());
}

module.exports = { endWithUs };
