import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import { wrapActions, type Action } from '../host/controllers';

const { PolicyError } = errors;

const SENTENCE =
  "Files can't be attached to this record here: upload the file without ref, then set its id on the record at v1.";

/** The fields of an upload's body that name the record to attach the file to. */
interface UploadBody {
  ref?: unknown;
  refId?: unknown;
}

/**
 * Refuses files that Strapi's content API attaches to records of the plugin as it stores them (`ref`, `refId`,
 * `field`): it asks nothing about the record, so that who may upload would change any project's. In v1, a record is
 * given the file's id. The panel's own uploads stay as they are.
 * @param isOfRecord whether a row is a record of the plugin, or a component in one
 * @throws PolicyError, which is 403
 */
export function refuseUploadsToRecords(
  strapi: Core.Strapi,
  isOfRecord: (uid: string, id: unknown) => Promise<boolean>,
): void {
  if (!('upload' in strapi.plugins)) return;
  const refusing =
    (action: Action): Action =>
    async (ctx, ...rest) => {
      const { ref, refId } = (ctx.request as { body?: UploadBody }).body ?? {};
      if (typeof ref === 'string' && (await isOfRecord(ref, refId))) throw new PolicyError(SENTENCE);
      return action(ctx, ...rest);
    };
  wrapActions(strapi, 'plugin::upload.content-api', refusing, ['upload']);
}
