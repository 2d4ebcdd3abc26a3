'use strict';

const os = require('node:os');
const { describeMachine } = require('./machine');

/** Other programs on the same machine distort the figures. */
const [loadBefore = 0] = os.loadavg();

/**
 * @param {import('./setup').Context} context
 * @param {import('./setup').Line[]} lines
 */
async function reportOf({ database, seconds, connections }, lines) {
  const cells = lines.map(({ measure, figure, goal = '', isMet, beside }) => [
    measure,
    figure,
    goal,
    isMet === undefined ? '' : isMet ? 'yes' : '**no**',
    beside,
  ]);
  return [
    `${await describeMachine(database)}. ${connections} connections, ${seconds} s a round; ` +
      `load average ${loadBefore.toFixed(1)} before.`,
    '',
    ...[['measure', 'figure', 'goal', 'met', 'of which'], ['---', '---:', '---', '---', '---'], ...cells].map(
      (row) => `| ${row.join(' | ')} |`,
    ),
  ].join('\n');
}

module.exports = { reportOf };
