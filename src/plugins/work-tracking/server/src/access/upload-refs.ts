import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { wrapActions, type Action } from '../host/controllers';
import { errors } from '../host/strapi-utils';
import { idsIn } from '../records/relation-ids';

const { PolicyError, ValidationError } = errors;

const SENTENCE =
  "Files can't be attached to this record here: upload the file without ref, then set its id on the record at v1.";

/** The fields of an upload's body that name the record to attach the file to; Strapi asks for all of them. */
interface UploadBody {
  ref?: unknown;
  refId?: unknown;
  field?: unknown;
}

/** The row to which an upload attaches a file. */
export interface UploadRef {
  /** A type or a component. */
  uid: string;
  /** Row id. */
  id: number;
  /** The attribute. */
  field: unknown;
}

/**
 * Runs `check` before Strapi attaches a file to a row as it stores it (`ref`, `refId`, `field`): Strapi checks nothing
 * about the row itself, nor that there is such a type, whose name some databases find in other capitals, too.
 * @param controllers those of the upload plugin
 * @param check throws for a row that no file is attached to
 */
export function checkUploadRefs(
  strapi: Core.Strapi,
  controllers: readonly ('content-api' | 'admin-upload')[],
  check: (ref: UploadRef, ctx: Context) => Promise<void>,
): void {
  if (!('upload' in strapi.plugins)) return;
  const checking =
    (action: Action): Action =>
    async (ctx, ...rest) => {
      const given = (ctx.request as { body?: UploadBody }).body ?? {};
      const ref = refIn(strapi, given);
      if (ref !== undefined) await check(ref, ctx);
      return action(ctx, ...rest);
    };
  for (const name of controllers) wrapActions(strapi, `plugin::upload.${name}`, checking, ['upload']);
}

/** @throws ValidationError for what names no row of the application */
function refIn(strapi: Core.Strapi, { ref, refId, field }: UploadBody) {
  if (!ref || !refId || !field) return undefined;
  const [id, ...others] = idsIn(refId);
  const isModel = (uid: string) => (strapi.getModel(uid as never) as object | undefined) !== undefined;
  if (typeof ref !== 'string' || !isModel(ref)) {
    throw new ValidationError('ref is the uid of a content type or a component of this application.');
  }
  if (id === undefined || others.length > 0) throw new ValidationError('refId is the id of one row.');
  return { uid: ref, id, field };
}

/**
 * Refuses files that Strapi's content API attaches to records of the plugin: who may upload would change any project's.
 * In v1, a record is given the file's id. The panel's own uploads stay as they are.
 * @param isOfRecord whether a row is a record of the plugin, or a component in one
 * @throws PolicyError, which is 403
 */
export const refuseUploadsToRecords = (
  strapi: Core.Strapi,
  isOfRecord: (uid: string, id: number) => Promise<boolean>,
): void =>
  checkUploadRefs(strapi, ['content-api'], async ({ uid, id }) => {
    if (await isOfRecord(uid, id)) throw new PolicyError(SENTENCE);
  });
