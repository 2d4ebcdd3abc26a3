import { ERRORS, WorkTrackingError, type Detail } from '../../../domain/errors';
import { errors } from '../host/strapi-utils';

/** Attributes that have another name in the content manager's forms. */
export const FORM_FIELDS: Readonly<Record<string, string>> = { secret: 'newSecret' };

/**
 * The Strapi error that the panel, Strapi's REST and GraphQL APIs and code get for one of ours, which is its `cause`.
 * Rules become ValidationErrors: the content manager shows their sentence beside the field, and takes a save that
 * failed with any other class for saved.
 */
export const toStrapiError = (error: WorkTrackingError) =>
  Object.assign(strapiError(error), { cause: error });

/** `toStrapiError` for one of ours; any other error as it is. */
export const asStrapiError = (error: unknown): unknown =>
  error instanceof WorkTrackingError ? toStrapiError(error) : error;

function strapiError(error: WorkTrackingError) {
  const { code, message, fields } = error;
  const details = { ...fields, code };
  const { status } = ERRORS[code];
  // The only class with status 403 whose sentence Strapi shows, by the name that keeps the form as it was typed.
  if (status === 403) {
    const shown = { ...details, errors: fieldErrors(error) };
    return Object.assign(new errors.PolicyError(message, shown), { name: 'ValidationError' });
  }
  if (status === 404) return new errors.NotFoundError(message, details);
  // They are about no field of a form.
  if (code === 'invalid_cursor' || code === 'sign_off_required')
    return new errors.ApplicationError(message, details);
  return new errors.ValidationError(message, { ...details, errors: fieldErrors(error) });
}

function fieldErrors({ code, message, fields }: WorkTrackingError) {
  const details: readonly Detail[] =
    'details' in fields ? fields.details : [{ path: ERRORS[code].attribute ?? '', code, message }];
  return details
    .map((detail) => ({ attribute: detail.path.split('.')[0] ?? '', message: detail.message }))
    .filter(({ attribute }) => attribute !== '')
    .map(({ attribute, message: sentence }) => ({
      path: [FORM_FIELDS[attribute] ?? attribute],
      message: sentence,
      name: 'ValidationError',
    }));
}
