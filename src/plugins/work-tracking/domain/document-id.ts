/** The form of Strapi's document ids, which are the public ids of records. */
export const DOCUMENT_ID_PATTERN = /^[a-zA-Z0-9_-]{1,64}$/;
