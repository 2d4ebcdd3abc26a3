import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { OWN_TYPES } from '../uids';
import { idsIn } from './given-relations';
import { rowsWith } from './linking-rows';

const { PolicyError } = errors;

type Action = (ctx: Context, ...rest: unknown[]) => unknown;

/** Strapi's registry of controllers, as far as it is used here. */
interface Controllers {
  extend(uid: string, change: (actions: Record<string, Action>) => Record<string, Action>): void;
}

const SENTENCE =
  "Files can't be attached to this record here: upload the file without ref, then set its id on the record at v1.";

/** What says in the body of an upload to which record the file is attached. */
interface UploadBody {
  ref?: unknown;
  refId?: unknown;
}

/**
 * Refuses files that Strapi's content API attaches to records of the plugin as it stores them (`ref`, `refId`,
 * `field`): it asks nothing about the record, so that who may upload would change any project's. In v1, a record is
 * given the file's id. The panel's own uploads stay as they are.
 * @param types Strapi's names of the plugin's types
 * @throws PolicyError, which is 403
 */
export function refuseUploadsToRecords(strapi: Core.Strapi, types: readonly string[]): void {
  if (!('upload' in strapi.plugins)) return;
  const controllers: Controllers = strapi.get('controllers');
  controllers.extend('plugin::upload.content-api', (actions) => ({
    ...actions,
    async upload(ctx, ...rest) {
      const { body } = ctx.request as { body?: UploadBody };
      if (await isForRecord(strapi, types, body ?? {})) throw new PolicyError(SENTENCE);
      return actions.upload?.(ctx, ...rest);
    },
  }));
}

async function isForRecord(
  strapi: Core.Strapi,
  types: readonly string[],
  { ref, refId }: UploadBody,
): Promise<boolean> {
  if (typeof ref !== 'string') return false;
  if (ref.startsWith(OWN_TYPES)) return true;
  // Of a component that other types may have as well.
  for (const uid of types) {
    if ((await rowsWith(strapi, uid, ref, idsIn(refId))).length > 0) return true;
  }
  return false;
}
