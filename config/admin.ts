import type { Core } from '@strapi/strapi';
import { readFlag } from './environment/variables';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Admin => ({
  auth: { secret: env('ADMIN_JWT_SECRET', '') },
  apiToken: { salt: env('API_TOKEN_SALT', '') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT', '') } },
  // Webhook secrets are encrypted with this key as well.
  secrets: { encryptionKey: env('ENCRYPTION_KEY', '') },
  flags: {
    nps: readFlag(env, 'FLAG_NPS', false),
    promoteEE: readFlag(env, 'FLAG_PROMOTE_EE', false),
  },
});

export default config;
