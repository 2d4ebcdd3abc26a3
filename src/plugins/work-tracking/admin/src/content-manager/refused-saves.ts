import { adminApi } from '@strapi/strapi/admin';

interface UpdateRequest {
  model: string;
}

/** The content manager's own mutation, as far as it is used here. */
interface UpdateDocument {
  invalidatesTags?: (result: unknown, error: unknown, request: UpdateRequest, meta: unknown) => unknown[];
  onQueryStarted?: (request: UpdateRequest, api: unknown) => Promise<void> | void;
}

const isOurs = ({ model }: UpdateRequest) => model.startsWith('plugin::work-tracking.');

/**
 * The content manager shows what is being saved as if it were stored, takes that back when the save is refused, and
 * reads the record again: each time the form begins anew with what it is given, and whoever is told that somebody else
 * was faster has lost what they have typed. Of the plugin's types, a refused save leaves the form alone.
 */
export function keepFormsOfRefusedSaves(): void {
  const endpoints = {
    updateDocument(definition: UpdateDocument) {
      const { invalidatesTags, onQueryStarted } = definition;
      definition.invalidatesTags = (result, error, request, meta) =>
        error !== undefined && isOurs(request) ? [] : (invalidatesTags?.(result, error, request, meta) ?? []);
      definition.onQueryStarted = (request, api) =>
        isOurs(request) ? undefined : onQueryStarted?.(request, api);
    },
  };
  adminApi.enhanceEndpoints({ endpoints });
}
