import {
  LOCALE_PATTERN,
  MAX_REFERENCES,
  MAX_TYPE_LENGTH,
  readContentFilter,
  uniqueReferences,
  type ContentReference,
} from '../../../../domain/content';
import { DOCUMENT_ID_PATTERN } from '../../../../domain/document-id';
import { z } from '../../host/strapi-utils';
import { listOf } from './fields';

/** An entry of the application that work is about. */
export const contentReference = z
  .object({
    type: z.string().meta({ description: 'Uid of its content type.' }),
    id: z.string().meta({ description: 'Its document id.' }),
    locale: z.string().nullable().meta({ description: 'One of its locales; null for all of them.' }),
  })
  .meta({ id: 'ContentReference', description: 'An entry of the application that work is about.' });

/** The schema to which the description for tokens adds the types that there are. */
export const CONTENT_TYPE = 'ContentType';

const entry = z.strictObject({
  type: z
    .string()
    .min(1)
    .max(MAX_TYPE_LENGTH)
    .meta({ id: CONTENT_TYPE, description: 'Uid of a content type of the application.' }),
  id: z.string().regex(DOCUMENT_ID_PATTERN, 'must be a document id: 1 to 64 letters, digits, - and _'),
  locale: z
    .string()
    .regex(LOCALE_PATTERN, 'must be the code of a locale, such as en')
    .nullable()
    .default(null),
});

/**
 * The entries that a record is to be about. Whether a type is right, the rule says, which keeps what a record has
 * already.
 */
export const content = listOf(entry, { max: 5 * MAX_REFERENCES })
  .transform(uniqueReferences)
  .pipe(z.array(z.custom<ContentReference>()).max(MAX_REFERENCES));

/** `<type>:<id>` or `<type>:<id>:<locale>` in a query. */
export const contentFilter = z
  .string()
  .transform((text, context) => {
    const entry = readContentFilter(text);
    if (entry) return entry;
    const message = 'must be <type>:<id> or <type>:<id>:<locale>, such as api::article.article:abc:en';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .register(z.globalRegistry, {
    type: 'string',
    description: 'An entry of the application: `<type>:<id>`, or `<type>:<id>:<locale>`.',
  });
