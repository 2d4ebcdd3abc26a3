import { readText, type Env } from './variables';

/** Which pages of other origins may call the application from a browser. */
export interface Origins {
  origin: string[];
  credentials: boolean;
}

const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/**
 * `CORS_ORIGINS`: none unless it names them. `*` lets in every origin, but no cookie with it: with one, any page could
 * act as whoever is logged in to the panel.
 * @throws Error with a sentence
 */
export function readOrigins(env: Env): Origins {
  const text = readText(env, 'CORS_ORIGINS');
  if (text === undefined) return { origin: [], credentials: false };
  if (text === '*') return { origin: ['*'], credentials: false };
  const origin = text.split(',').map((entry) => entry.trim());
  const strange = origin.find((entry) => !isOrigin(entry));
  if (strange !== undefined) {
    throw new Error(
      `CORS_ORIGINS has "${strange}": it must be * alone, or origins such as https://app.example.com, ` +
        'without a path, separated by commas.',
    );
  }
  return { origin, credentials: true };
}
