import type { Core } from '@strapi/strapi';

/** Where a secret is in the configuration, and the variable that it comes from. */
const SECRETS = {
  'server.app.keys': 'APP_KEYS',
  'admin.apiToken.salt': 'API_TOKEN_SALT',
  'admin.auth.secret': 'ADMIN_JWT_SECRET',
  'admin.transfer.token.salt': 'TRANSFER_TOKEN_SALT',
};

/** The same of a plugin that the application may do without. */
const USERS = 'users-permissions';
const SECRETS_OF_USERS = { [`plugin::${USERS}.jwtSecret`]: 'JWT_SECRET' };

// Everything this application does lives in the plugin: src/plugins/work-tracking.
export default {
  /** Strapi makes a secret by itself where one is empty, and appends it to an .env that may have it already. */
  register({ strapi }: { strapi: Core.Strapi }): void {
    const secrets = { ...SECRETS, ...(USERS in strapi.plugins ? SECRETS_OF_USERS : {}) };
    for (const [path, variable] of Object.entries(secrets)) {
      const isSet = [strapi.config.get(path)].flat().some((value) => Boolean(value));
      if (!isSet)
        throw new Error(`${variable} is not set: give it its value; npm start makes a missing one.`);
    }
  },
};
