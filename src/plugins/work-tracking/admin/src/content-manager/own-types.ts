/** The beginning of Strapi's names for the plugin's own types. */
export const OWN_TYPES = 'plugin::work-tracking.';

export const isOwnType = (uid: string): boolean => uid.startsWith(OWN_TYPES);
