import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { wrapContentManager } from '../../host/content-manager-routes';
import { errors } from '../../host/strapi-utils';

/** The details of a refusal of Strapi's, by field. */
interface FieldErrors {
  errors?: { path: string[] }[];
}

/**
 * "Duplicate" opens a dialog when a copy is refused, which lists the fields that Strapi itself knows of. This adds
 * those that a rule has refused, as the secret of a subscription.
 */
export const nameFieldsOfRefusedCopies = (strapi: Core.Strapi): void =>
  wrapContentManager(strapi, nameRefusedFields, ['collection-types.autoClone']);

async function nameRefusedFields(_ctx: Context, next: Next): Promise<unknown> {
  try {
    return await next();
  } catch (error) {
    if (!(error instanceof errors.ValidationError)) throw error;
    const details = error.details as FieldErrors;
    // The nearest of the reasons that the dialog knows: another value is needed.
    const prohibitedFields = details.errors?.map(({ path }) => [path, 'unique']) ?? [];
    if (prohibitedFields.length === 0) throw error;
    throw new errors.ValidationError(error.message, { ...details, prohibitedFields });
  }
}
