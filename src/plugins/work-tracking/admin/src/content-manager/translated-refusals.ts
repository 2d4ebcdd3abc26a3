import { adminApi } from '@strapi/strapi/admin';
import { severalKeptBack } from '../../../domain/sign-off';
import { translatedSentence } from '../translations/sentences';
import { isOwnType } from './own-types';

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
  transformErrorResponse?: (error: ApiError, meta: unknown, request: { model?: string }) => unknown;
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
  const translate = (definition: Endpoint) => {
    definition.transformErrorResponse = (error, _meta, { model = '' }) =>
      isOwnType(model) || error.details?.code === SIGN_OFF ? translated(error) : error;
  };
  adminApi.enhanceEndpoints({
    endpoints: Object.fromEntries(REFUSABLE.map((name) => [name, translate])),
  });
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
