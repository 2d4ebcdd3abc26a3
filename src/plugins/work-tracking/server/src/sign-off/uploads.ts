import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { ContentFilter } from '../../../domain/content';
import { WorkTrackingError } from '../../../domain/errors';
import { refusalOf, type SignOffRule } from '../../../domain/sign-off';
import { countPermitted, mayChangeField, notPermitted } from '../access/admin-rights';
import { checkUploadRefs, type UploadRef } from '../access/upload-refs';
import { configOf } from '../config';
import { assertInScope } from '../host/authentication';
import { rowsWith } from '../write/linking-rows';
import { toStrapiError } from '../write/refusals';
import { askedDecisions } from './decisions';
import { ownContent } from './digest';
import { signOffProject } from './project';

/** Who uploads may not be one who may read the entry: neither it nor the decision is named. */
const SENTENCE =
  'No file is attached to what is published of an entry that is signed off: attach it to the draft, and publish that.';

/**
 * Refuses files that Strapi attaches to an entry under sign-off, or to a component in it, by who may not change it there,
 * and to what is published of it where the rule keeps it back: the document service, which asks for the sign-off, has no
 * part in that, and Strapi asks for no right but that to upload.
 */
export function guardUploads(strapi: Core.Strapi): void {
  const types = Object.entries(configOf(strapi).signOff.types);
  if (types.length === 0) return;
  const guard = (assertMayChange: AssertMayChange) => async (ref: UploadRef, ctx: Context) => {
    for (const [type, rule] of types) {
      const fields = await fieldsWith(strapi, type, ref);
      const rows = [...new Set(fields.flatMap((field) => field.rows))];
      if (rows.length === 0) continue;
      await assertMayChange(ctx, type, { rows, fields: fields.map(({ name }) => name) });
      await assertMayAttach(strapi, { type, rule }, rows);
    }
  };
  checkUploadRefs(
    strapi,
    ['content-api'],
    guard((ctx, type) => assertInScope(strapi, ctx, `${type}.update`)),
  );
  checkUploadRefs(
    strapi,
    ['admin-upload'],
    guard(async ({ state: { userAbility } }, type, { rows, fields }) => {
      const refused = fields.find((field) => !mayChangeField(userAbility, { uid: type, field }));
      const where = { id: { $in: rows } };
      if (
        refused !== undefined ||
        (await countPermitted(strapi, userAbility, { uid: type, verb: 'update' }, where)) < rows.length
      ) {
        throw toStrapiError(notPermitted(strapi, type, 'change', refused));
      }
    }),
  );
}

/** @param change the rows of the type, and the attributes in which they are changed */
type AssertMayChange = (
  ctx: Context,
  type: string,
  change: { rows: readonly number[]; fields: readonly string[] },
) => Promise<void>;

/** The attributes of a type in which a file would be attached, with the rows that are changed by it. */
async function fieldsWith(
  strapi: Core.Strapi,
  type: string,
  { uid, id, field }: UploadRef,
): Promise<{ name: string; rows: number[] }[]> {
  if (uid === type) return [{ name: String(field), rows: [id] }];
  const fields = await Promise.all(
    Object.entries(ownContent(strapi, type)).map(async ([name, attribute]) => ({
      name,
      rows: await rowsWith(strapi, type, uid, [id], { [name]: attribute }),
    })),
  );
  return fields.filter(({ rows }) => rows.length > 0);
}

/** @throws ApplicationError `sign_off_required` */
async function assertMayAttach(
  strapi: Core.Strapi,
  { type, rule }: { type: string; rule: SignOffRule },
  rows: readonly number[],
): Promise<void> {
  const published: { documentId: string; locale: string | null }[] = await strapi.db.query(type).findMany({
    select: ['documentId', 'locale'],
    where: { id: { $in: rows }, publishedAt: { $notNull: true } },
  });
  const project = await signOffProject(strapi);
  for (const { documentId: id, locale } of published) {
    const reason = project
      ? await reasonOf(strapi, rule, project.id, { type, id, locale: locale ?? undefined })
      : 'none';
    if (reason === undefined) continue;
    throw toStrapiError(
      new WorkTrackingError('sign_off_required', { message: SENTENCE, reason, decision: null }),
    );
  }
}

/** Under `always` nobody has approved the entry with the new file: no digest is like that. */
async function reasonOf(strapi: Core.Strapi, rule: SignOffRule, projectId: number, entry: ContentFilter) {
  const { approvals } = configOf(strapi).signOff;
  return refusalOf(rule, await askedDecisions(strapi, projectId, entry), { approvals, digest: '' })?.reason;
}
