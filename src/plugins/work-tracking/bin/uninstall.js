'use strict';

const { fields, records } = require('./text');

/**
 * What `uninstall --check` prints.
 * @param {Awaited<ReturnType<import('./commands').CommandLine['checkUninstall']>>} result
 * @returns {import('./commands').Outcome}
 */
function uninstall(result) {
  const { blocking, constraints, extensions, rows } = result;
  const reasons = [referring(blocking, 'attribute'), referring(constraints, 'foreign key')].filter(Boolean);
  const parts = [
    ...blocking.map(fields),
    records(constraints),
    records(extensions),
    records(rows.map(({ keys, ...row }) => ({ ...row, keys: keys.length }))),
    reasons.length === 0 ? 'Nothing stands in the way of starting without the plugin.\n' : '',
  ];
  return {
    result,
    text: parts.filter(Boolean).join('\n'),
    ...(reasons.length > 0 && {
      failure: `Without the plugin Strapi does not start: ${reasons.join(', and ')}.`,
    }),
  };
}

/** @type {(found: readonly object[], what: string) => string} */
function referring({ length }, what) {
  if (length === 0) return '';
  return length === 1 ? `1 ${what} refers to it` : `${length} ${what}s refer to it`;
}

module.exports = { uninstall };
