'use strict';

/** The text that Strapi puts before the sentence of a setting that is refused. */
const STRAPIS_PREFIX = /^(Could not load js config file .*?: |Error regarding work-tracking config: )+/;

/**
 * The text that a command prints of an error before it ends: its sentence, without where in the code it was thrown.
 * @param {unknown} error
 */
function sentenceOf(error) {
  if (!(error instanceof Error)) return `error: ${String(error)}`;
  // A connection that is refused at each of several addresses has a code and no message.
  const message = error.message || ('code' in error ? String(error.code) : error.name);
  return `error: ${message.replace(STRAPIS_PREFIX, '')}`;
}

module.exports = { sentenceOf };
