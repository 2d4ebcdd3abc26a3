import type { Core } from '@strapi/strapi';
import { readNumber, readText } from './environment/variables';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => ({
  host: readText(env, 'HOST') ?? '0.0.0.0',
  port: readNumber(env, 'PORT', { default: 1337, min: 0, max: 65_535 }),
  app: { keys: env.array('APP_KEYS', []) },
  // Otherwise every start asks a server on the internet for updates.
  logger: { updates: { enabled: false } },
});

export default config;
