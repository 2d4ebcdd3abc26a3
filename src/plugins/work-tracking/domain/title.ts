import { invalidField } from './errors';

/** The length in UTF-16 units that the databases' columns hold. */
const MAX_TITLE_LENGTH = 255;

/**
 * Strapi takes the empty string for a value, even of a required attribute; a ticket or a decision always has a title
 * (specification 2).
 * @throws WorkTrackingError `validation_failed`
 */
export function assertTitle(title: unknown): asserts title is string {
  if (typeof title !== 'string' || title === '' || title.length > MAX_TITLE_LENGTH) {
    throw invalidField('title', `A title has 1 to ${MAX_TITLE_LENGTH} characters.`);
  }
}
