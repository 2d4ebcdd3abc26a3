import type { Core } from '@strapi/strapi';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  'work-tracking': {
    enabled: true,
    resolve: './src/plugins/work-tracking',
  },
  'users-permissions': {
    config: { jwtSecret: env('JWT_SECRET', '') },
  },
});

export default config;
