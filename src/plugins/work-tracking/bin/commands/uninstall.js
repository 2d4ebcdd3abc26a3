'use strict';

const { commandLineOf } = require('../application');
const { list, table } = require('../text');

/** @typedef {Awaited<ReturnType<import('../application').CommandLine['checkUninstall']>>} Left */

/** @type {(program: import('commander').Command, run: import('../application').Run) => void} */
function addUninstall(program, run) {
  program
    .command('uninstall')
    .usage('--check [--json]')
    .summary('Check what has to be taken out before the plugin is')
    .description(
      'Lists what keeps Strapi from starting without the plugin: attributes of your types and components that refer ' +
        'to types of the plugin, and on PostgreSQL foreign keys. Then the relations in src/extensions/work-tracking, and what of the plugin is in ' +
        "Strapi's own tables. It only checks, and deletes nothing. It ends with 1 while something is in the way.",
    )
    .option('--check', 'list what is left, and where')
    .action(
      (/** @type {{ check?: true }} */ { check }, /** @type {import('commander').Command} */ command) => {
        if (!check) command.error("error: 'uninstall' only checks and deletes nothing: it takes --check");
        return run(command, async (app, output) => {
          const left = await commandLineOf(app).checkUninstall();
          await output.show(left, () => textOf(left));
          const reasons = reasonsIn(left);
          if (reasons.length > 0) {
            throw new Error(`Without the plugin Strapi does not start: ${reasons.join(', and ')}.`);
          }
          output.note('Nothing stands in the way of starting without the plugin.');
        });
      },
    );
}

/** @param {Left} left */
const reasonsIn = ({ blocking, constraints }) => [
  ...(blocking.length > 0 ? [referring(blocking.length, 'attribute')] : []),
  ...(constraints.length > 0 ? [referring(constraints.length, 'foreign key')] : []),
];

/** @type {(count: number, what: string) => string} */
const referring = (count, what) => (count === 1 ? `1 ${what} refers to it` : `${count} ${what}s refer to it`);

/** @param {Left} left */
function textOf({ blocking, constraints, extensions, rows }) {
  const parts = [
    ...blocking.map(blockingText),
    table(
      ['IN THE WAY IN THE DATABASE', 'FOREIGN KEY', 'WHAT TO DO'],
      constraints.map(({ table: name, name: key, what_to_do: task }) => [name, key, task]),
    ),
    table(
      ['IN THE EXTENSIONS', 'ATTRIBUTE', 'KIND', 'REFERS TO'],
      extensions.map(({ file, attribute, kind, refers_to: target }) => [file, attribute, kind, target]),
    ),
    table(
      ['ROWS IN', 'KEYS', 'COUNT', 'AT A START WITHOUT THE PLUGIN'],
      rows.map(({ table: name, prefix, keys, stay }) => [
        name,
        `${prefix}*`,
        keys.length,
        stay ? 'stay' : 'are deleted',
      ]),
    ),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** @param {Left['blocking'][0]} reference */
const blockingText = ({
  uid,
  attribute,
  kind,
  refers_to: target,
  other_side: other,
  file,
  what_to_do: task,
}) =>
  list({
    'in the way': `${uid} ${attribute}`,
    kind,
    'refers to': other === null ? target : `${target} ${other}`,
    file,
    'what to do': task,
  });

module.exports = { addUninstall };
