import { severalKeptBack } from '../../../domain/sign-off';
import { isOwnType } from '../api/documents';
import { translatedSentence } from '../translations/sentences';
import { changeEndpoint } from './endpoints';
import { guarded, putOn } from './in-force';

/** An error as Strapi's panel keeps it. */
interface ApiError {
  message?: string;
  details?: {
    code?: string;
    errors?: { message: string }[];
    entries?: { message: string }[];
    count?: number;
  };
}

interface Endpoint {
  transformErrorResponse?: (error: ApiError, meta: unknown, request: { model?: string }) => ApiError;
}

/** The content manager's endpoints that a rule of the plugin can refuse. */
const REFUSABLE = [
  'getAllDocuments',
  'createDocument',
  'updateDocument',
  'cloneDocument',
  'autoCloneDocument',
  'deleteDocument',
  'deleteManyDocuments',
  'publishDocument',
  'publishManyDocuments',
];

/** The code of the error that keeps entries of the application from being published. */
const SIGN_OFF = 'sign_off_required';

/** Puts what the server says of a refused save, or list, into the user's language: the sentence, and those at the fields. */
export function translateRefusals(): void {
  for (const name of REFUSABLE) putOn('host.refusals', () => changeEndpoint(name, translate));
}

function translate(definition: Endpoint): void {
  const { transformErrorResponse: theirs = (error: ApiError) => error } = definition;
  definition.transformErrorResponse = (given, meta, request) => {
    const error = theirs(given, meta, request);
    const isOurs = () => isOwnType(request.model ?? '') || error.details?.code === SIGN_OFF;
    return guarded('host.refusals', () => (isOurs() ? translated(error) : error), error);
  };
}

function translated(error: ApiError): ApiError {
  const { message, details } = error;
  // Strapi sets the panel's language there.
  const { lang } = document.documentElement;
  if (message === undefined) return error;
  return {
    ...error,
    message: sentencesOf(message, details)
      .map((one) => translatedSentence(lang, one))
      .join(' '),
    ...(details?.errors
      ? {
          details: {
            ...details,
            errors: details.errors.map((one) => ({ ...one, message: translatedSentence(lang, one.message) })),
          },
        }
      : {}),
  };
}

/** Of several entries that are kept back, what is said of each: as one text it may be cut. */
const sentencesOf = (message: string, { entries, count = 0 }: ApiError['details'] = {}): string[] =>
  entries ? [severalKeptBack(count), ...entries.map((entry) => entry.message)] : [message];
