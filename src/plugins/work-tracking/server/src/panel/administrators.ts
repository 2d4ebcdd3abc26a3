/** By what our types let administrators be searched. */
export const ADMINISTRATOR_NAMES: readonly string[] = ['firstname', 'lastname', 'username'];

/** What our types show of an administrator, and can be filtered and sorted by: neither an address nor a role. */
export const ADMINISTRATOR_FIELDS: readonly string[] = ['id', 'documentId', ...ADMINISTRATOR_NAMES];
