/** What Strapi's names of the plugin's own types begin with. */
export const OWN_TYPES = 'plugin::work-tracking.';

export const isOwnType = (uid: string): boolean => uid.startsWith(OWN_TYPES);
