import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import { assertAuthor, type Commented } from '../../../../domain/comment';
import { WorkTrackingError } from '../../../../domain/errors';
import type { AuditAction } from '../../../../domain/events';
import { databaseNow } from '../../database/clock';
import { lockRow } from '../../database/locks';
import { insertRows, tableOf } from '../../database/tables';
import { currentActor } from '../../events/actor';
import { recordChange } from '../../events/outbox';
import { registerMigration } from '../../host/migrations';
import type { Comment } from '../../records/comment';
import type { Project } from '../../records/project';
import { AUDIT_ENTRY, COMMENT } from '../../uids';

/** The comments of a record, as a filter by columns that begin an index. */
export const commentsOn = (project: Project, { type, id }: Commented) => ({
  project_id: project.id,
  targetType: type,
  targetId: id,
});

/**
 * Writes a comment in the running transaction, which must hold the lock of the record: nobody comments on what is
 * deleted at this moment. It is audited as a change of that record, whose version stays.
 */
export async function addComment(
  strapi: Core.Strapi,
  project: Project,
  target: Commented,
  body: string,
): Promise<Comment> {
  const author = await currentActor(strapi);
  const at = databaseNow();
  const documentId = uuidv7();
  const row = {
    document_id: documentId,
    project_id: project.id,
    target_type: target.type,
    target_id: target.id,
    body,
    author_type: author.type,
    author_id: author.id,
    author_name: author.name,
  };
  await insertRows(strapi, COMMENT, [row], at);
  await recordChange(strapi, { project, action: 'comment.created', target });
  return strapi.db.query(COMMENT).findOne({ where: { documentId } }) as Promise<Comment>;
}

/**
 * Changes a comment of the project. One that stays as it is, is no change.
 * @param newBody told once it is sure that the comment is the caller's
 * @throws WorkTrackingError `not_found`, `not_author`
 */
export async function editComment(
  strapi: Core.Strapi,
  project: Project,
  documentId: string,
  newBody: () => string,
): Promise<Comment> {
  const comment = await lockOwnComment(strapi, project, documentId);
  const body = newBody();
  if (comment.body === body) return comment;
  const updatedAt = databaseNow();
  await strapi.db.transaction(({ trx }) =>
    tableOf(strapi, COMMENT)
      .where({ id: comment.id })
      .update({ body, updated_at: updatedAt })
      .transacting(trx),
  );
  await recordCommentChange(strapi, project, 'comment.updated', comment);
  return { ...comment, body, updatedAt };
}

/** @throws WorkTrackingError `not_found`, `not_author` */
export async function deleteComment(
  strapi: Core.Strapi,
  project: Project,
  documentId: string,
): Promise<void> {
  const comment = await lockOwnComment(strapi, project, documentId);
  await strapi.db.transaction(({ trx }) =>
    tableOf(strapi, COMMENT).where({ id: comment.id }).delete().transacting(trx),
  );
  await recordCommentChange(strapi, project, 'comment.deleted', comment);
}

/** Deletes all comments of a record that is deleted, without audit entries of their own. */
export const deleteCommentsOn = (
  strapi: Core.Strapi,
  projectId: number,
  { type, id }: Commented,
): Promise<unknown> =>
  strapi.db.transaction(({ trx }) =>
    tableOf(strapi, COMMENT)
      .where({ project_id: projectId, target_type: type, target_id: id })
      .delete()
      .transacting(trx),
  );

async function lockOwnComment(strapi: Core.Strapi, project: Project, documentId: string): Promise<Comment> {
  const comment = await lockRow<Comment>(strapi, COMMENT, { documentId, project_id: project.id });
  if (comment === null) {
    throw new WorkTrackingError('not_found', { message: 'There is no such comment in this project.' });
  }
  assertAuthor({ type: comment.authorType, id: comment.authorId }, await currentActor(strapi));
  return comment;
}

/** Without its text, which is for those who may read comments, and gone with the comment. */
const recordCommentChange = (
  strapi: Core.Strapi,
  project: Project,
  action: AuditAction,
  { targetType, targetId }: Comment,
): Promise<void> => recordChange(strapi, { project, action, target: { type: targetType, id: targetId } });

/** The trail used to keep the texts before and after an edit, of comments that were deleted since, too. */
export const forgetEditedTexts = (strapi: Core.Strapi): Promise<void> =>
  registerMigration(strapi, 'work-tracking-06-texts-of-comments', async (transaction, db) => {
    const { tableName } = db.metadata.get(AUDIT_ENTRY);
    if (!(await transaction.schema.hasTable(tableName))) return;
    await transaction(tableName)
      .where({ action: 'comment.updated' })
      .whereNotNull('changes')
      .update({ changes: null });
  });
