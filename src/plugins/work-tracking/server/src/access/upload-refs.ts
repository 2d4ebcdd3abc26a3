import type { Core } from '@strapi/types';
import { wrapActions, type Action } from '../host/controllers';
import { errors } from '../host/strapi-utils';

const { PolicyError } = errors;

const SENTENCE =
  "Files can't be attached to this record here: upload the file without ref, then set its id on the record at v1.";

/** The fields of an upload's body that name the record to attach the file to. */
interface UploadBody {
  ref?: unknown;
  refId?: unknown;
}

/**
 * Runs `check` before Strapi attaches a file to a row as it stores it (`ref`, `refId`, `field`): Strapi checks nothing
 * about the row itself.
 * @param controllers those of the upload plugin
 * @param check throws for a row, of a type or a component, that no file is attached to
 */
export function checkUploadRefs(
  strapi: Core.Strapi,
  controllers: readonly ('content-api' | 'admin-upload')[],
  check: (uid: string, id: unknown) => Promise<void>,
): void {
  if (!('upload' in strapi.plugins)) return;
  const checking =
    (action: Action): Action =>
    async (ctx, ...rest) => {
      const { ref, refId } = (ctx.request as { body?: UploadBody }).body ?? {};
      if (typeof ref === 'string') await check(ref, refId);
      return action(ctx, ...rest);
    };
  for (const name of controllers) wrapActions(strapi, `plugin::upload.${name}`, checking, ['upload']);
}

/**
 * Refuses files that Strapi's content API attaches to records of the plugin: who may upload would change any project's.
 * In v1, a record is given the file's id. The panel's own uploads stay as they are.
 * @param isOfRecord whether a row is a record of the plugin, or a component in one
 * @throws PolicyError, which is 403
 */
export const refuseUploadsToRecords = (
  strapi: Core.Strapi,
  isOfRecord: (uid: string, id: unknown) => Promise<boolean>,
): void =>
  checkUploadRefs(strapi, ['content-api'], async (uid, id) => {
    if (await isOfRecord(uid, id)) throw new PolicyError(SENTENCE);
  });
