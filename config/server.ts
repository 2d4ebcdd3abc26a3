import { isIP } from 'node:net';
import type { Core } from '@strapi/strapi';
import { readNumber, readText, type Env } from './environment/variables';

function readHost(env: Env): string {
  const host = readText(env, 'HOST') ?? '0.0.0.0';
  // Strapi makes a URL with it, and says no more than that it is invalid.
  if (isIP(host) || URL.canParse(`http://${host}`)) return host;
  throw new Error(`HOST is "${host}": it must be an address or a name of this machine, such as 127.0.0.1.`);
}

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => ({
  host: readHost(env),
  port: readNumber(env, 'PORT', { default: 1337, min: 0, max: 65_535 }),
  app: { keys: env.array('APP_KEYS', []) },
  // Otherwise every start asks a server on the internet for updates.
  logger: { updates: { enabled: false } },
});

export default config;
