'use strict';

const { existsSync } = require('node:fs');

/** The first is made to run without a screen, and takes two thirds of the processor's time that the others do. */
const USUAL_PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** How Chromium is started, also as root and in a container. */
const CHROMIUM_ARGS = ['--no-sandbox', '--disable-dev-shm-usage'];

/**
 * The system's Chromium: where `CHROMIUM_PATH` says, else in one of the usual places. Nothing is downloaded.
 * @returns {string}
 */
function chromiumPath() {
  const { CHROMIUM_PATH: given } = process.env;
  const found = (given ? [given] : USUAL_PLACES).find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new Error(
    given
      ? `There is no Chromium at ${given}, which CHROMIUM_PATH names.`
      : `There is no Chromium in ${USUAL_PLACES.join(', ')}: install it (apt-get install chromium-headless-shell), or set CHROMIUM_PATH.`,
  );
}

module.exports = { CHROMIUM_ARGS, chromiumPath };
