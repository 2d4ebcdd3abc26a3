import { OWN_TYPES } from '../uids';

const V1 = `${OWN_TYPES}v1-`;

/**
 * Strapi's name for an action of v1: `ticket.find` is `plugin::work-tracking.v1-ticket.find`. Without the `v1-` it would
 * be the name that Strapi asks for wherever its content API or GraphQL reads the content type `ticket`, and a token of
 * one project would read all of them there.
 */
export const strapiAction = (action: string): string => `${V1}${action}`;

/** v1's name for an action that `strapiAction` has named. */
export const v1Action = (name: string): string => name.slice(V1.length);

/** The actions of v1 that let a token read a type's records, by Strapi's names. */
export const readActions = (uid: string): string[] =>
  ['find', 'findOne'].map((verb) => strapiAction(`${uid.slice(OWN_TYPES.length)}.${verb}`));

/** Is it an action of v1, by Strapi's name? */
export const isV1 = (name: string): boolean => name.startsWith(V1);
