import type { Core } from '@strapi/types';
import type { Commented } from '../../../../domain/comment';
import { READ_ACTIONS } from '../../../../domain/panel-actions';
import { addComment, commentsOn, deleteComment, editComment } from '../../content-types/comment/comments';
import { transact } from '../../database/transact';
import { pageOf } from '../../paging/page';
import type { Comment } from '../../records/comment';
import type { Project } from '../../records/project';
import { COMMENT, TARGET_UIDS } from '../../uids';
import { lockRecord, ownProject, type InProject } from '../../write/rows';
import { workAccess } from '../inbox/access';
import { notFound } from '../readable';
import { isAllowed, type Administrator } from '../route';

/** Comments in a page. */
const PAGE_SIZE = 50;

/**
 * The comments on a record that the person may read, oldest first.
 * @throws WorkTrackingError `not_found` for a record that does not exist or that the person may not read
 */
export async function recordComments(
  strapi: Core.Strapi,
  admin: Administrator,
  target: Commented,
  cursor: string | undefined,
) {
  const project = await projectOf(strapi, admin, target, isAllowed(admin, READ_ACTIONS[target.type]));
  const { items, next } = await pageOf(
    strapi,
    COMMENT,
    { where: commentsOn(project, target), oldestFirst: true, cursor, limit: PAGE_SIZE },
    (comment: Comment) => shownComment(admin, comment),
  );
  return { comments: items, nextCursor: next.next_cursor };
}

/**
 * Comments on a record that the person may read.
 * @throws WorkTrackingError `not_found`
 */
export async function commentOn(strapi: Core.Strapi, admin: Administrator, target: Commented, body: string) {
  await projectOf(strapi, admin, target);
  return transact(strapi, async () => {
    // Nobody comments on what is deleted at this moment.
    const record = await lockRecord<InProject<object>>(strapi, TARGET_UIDS[target.type], {
      documentId: target.id,
    });
    if (record === null) throw notFound(target.type);
    return shownComment(admin, await addComment(strapi, ownProject(record), target, body));
  });
}

/** @throws WorkTrackingError `not_found`, `not_author` */
export async function changeOwnComment(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  body: string,
) {
  return withOwnComment(strapi, admin, documentId, async (project) =>
    shownComment(admin, await editComment(strapi, project, documentId, () => body)),
  );
}

/** @throws WorkTrackingError `not_found`, `not_author` */
export async function deleteOwnComment(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
): Promise<void> {
  await withOwnComment(strapi, admin, documentId, (project) => deleteComment(strapi, project, documentId));
}

/** Finds a comment on a record that the person may read, and writes it in a transaction. */
async function withOwnComment<Result>(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  write: (project: Project) => Promise<Result>,
): Promise<Result> {
  const comment: InProject<Comment> | null = await strapi.db
    .query(COMMENT)
    .findOne({ where: { documentId }, populate: { project: true } });
  if (comment === null) throw notFound('comment');
  await projectOf(strapi, admin, { type: comment.targetType, id: comment.targetId });
  return transact(strapi, () => write(ownProject(comment)));
}

/**
 * The project of a record that the person may read.
 * @param isReader whether they may see records of others outside the content manager
 * @throws WorkTrackingError `not_found`, `not_permitted`
 */
async function projectOf(
  strapi: Core.Strapi,
  admin: Administrator,
  { type, id }: Commented,
  isReader = true,
): Promise<Project> {
  const access = workAccess(strapi, admin, type, [], isReader);
  access.assertCanRead();
  const { where } = await access.query({ documentId: id });
  const record: InProject<object> | null = await strapi.db
    .query(TARGET_UIDS[type])
    .findOne({ select: ['id'], where, populate: { project: true } });
  if (record === null) throw notFound(type);
  return ownProject(record);
}

/** A comment as the panel shows it. */
const shownComment = ({ user }: Administrator, comment: Comment) => ({
  documentId: comment.documentId,
  body: comment.body,
  author: { type: comment.authorType, name: comment.authorName ?? '' },
  createdAt: comment.createdAt,
  updatedAt: comment.updatedAt,
  isOwn: comment.authorType === 'admin' && comment.authorId === String(user.id),
});
