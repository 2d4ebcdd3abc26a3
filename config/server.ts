import type { Core } from '@strapi/strapi';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => ({
  host: env('HOST', '0.0.0.0'),
  port: env.int('PORT', 1337),
  app: { keys: env.array('APP_KEYS', []) },
  // Otherwise every start asks a server on the internet for updates.
  logger: { updates: { enabled: false } },
});

export default config;
