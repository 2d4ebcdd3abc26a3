import { z } from '../host/strapi-utils';

/**
 * A string out of a list. The answer to another string contains the list, which may differ between applications.
 * @param params of the issue, for whoever reads it
 */
export function oneOf(values: readonly string[], params: object, message: string) {
  return z
    .string()
    .refine((value) => values.includes(value), { params: { ...params }, message })
    .register(z.globalRegistry, { enum: [...values] });
}
