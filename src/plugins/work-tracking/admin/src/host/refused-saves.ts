import { isOwnType } from '../api/documents';
import { assertFits, changeEndpoint } from './endpoints';
import { guarded, putOn } from './in-force';

interface UpdateRequest {
  model: string;
}

/** The part of the content manager's own mutation that is changed here. */
interface UpdateDocument {
  invalidatesTags?: (result: unknown, error: unknown, request: UpdateRequest, meta: unknown) => unknown[];
  onQueryStarted?: (request: UpdateRequest, api: unknown) => Promise<void> | void;
}

const isOfPlugin = ({ model }: UpdateRequest) => guarded('host.refusedSaves', () => isOwnType(model), false);

/**
 * Keeps what the user has typed when a save of one of the plugin's types is refused, for example because somebody else
 * has changed the record. The content manager updates its cache before the server answers, undoes that after a refusal
 * and reads the record again, and each of the three resets the form.
 */
export const keepFormsOfRefusedSaves = (): void =>
  putOn('host.refusedSaves', () =>
    changeEndpoint('updateDocument', (definition: UpdateDocument) => {
      const { invalidatesTags, onQueryStarted } = definition;
      assertFits(typeof invalidatesTags === 'function', 'updateDocument.invalidatesTags');
      assertFits(typeof onQueryStarted === 'function', 'updateDocument.onQueryStarted');
      definition.invalidatesTags = (result, error, request, meta) =>
        error !== undefined && isOfPlugin(request) ? [] : invalidatesTags(result, error, request, meta);
      definition.onQueryStarted = (request, api) =>
        isOfPlugin(request) ? undefined : onQueryStarted(request, api);
    }),
  );
