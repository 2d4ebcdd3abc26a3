import { adminApi } from '@strapi/strapi/admin';
import { translatedSentence } from '../translations/sentences';

/** An error as Strapi's panel keeps it. */
interface ApiError {
  message?: string;
  details?: { errors?: { message: string }[] };
}

interface Mutation {
  transformErrorResponse?: (error: ApiError, meta: unknown, request: { model?: string }) => unknown;
}

/** The content manager's mutations that a rule of the plugin can refuse. */
const MUTATIONS = [
  'createDocument',
  'updateDocument',
  'cloneDocument',
  'autoCloneDocument',
  'deleteDocument',
  'deleteManyDocuments',
];

/** Puts what the server says of a refused save into the user's language: the sentence, and those at the fields. */
export function translateRefusals(): void {
  const translate = (definition: Mutation) => {
    definition.transformErrorResponse = (error, _meta, { model = '' }) =>
      model.startsWith('plugin::work-tracking.') ? translated(error) : error;
  };
  adminApi.enhanceEndpoints({
    endpoints: Object.fromEntries(MUTATIONS.map((name) => [name, translate])),
  });
}

function translated(error: ApiError): ApiError {
  const { message, details } = error;
  // Strapi sets the panel's language there.
  const { lang } = document.documentElement;
  if (message === undefined) return error;
  return {
    ...error,
    message: translatedSentence(lang, message),
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
