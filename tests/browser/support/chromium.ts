import { existsSync } from 'node:fs';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The system's Chromium: where `CHROMIUM_PATH` says, else in one of the usual places. Nothing is downloaded. */
export function chromiumPath(): string {
  const { CHROMIUM_PATH: given } = process.env;
  const found = (given ? [given] : USUAL_PLACES).find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new Error(
    given
      ? `There is no Chromium at ${given}, which CHROMIUM_PATH names.`
      : `There is no Chromium in ${USUAL_PLACES.join(', ')}: install it (apt-get install chromium), or set CHROMIUM_PATH.`,
  );
}
