import { z } from '@strapi/utils';
import type { IssueParams } from './request';

/** A string out of a list that may differ between applications; another one gets an answer with the list. */
export function oneOf(values: readonly string[], params: IssueParams, message: string) {
  return z
    .string()
    .refine((value) => values.includes(value), { params: { ...params }, message })
    .register(z.globalRegistry, { enum: [...values] });
}
