import { z } from '../host/strapi-utils';

/** The entries that a ticket or a decision is about, as a page sends them; the rule about them is that of every door. */
export const contentInput = () =>
  z.array(z.strictObject({ type: z.string(), id: z.string(), locale: z.string().nullable() }));
