import type { Core } from '@strapi/types';
import type { Actor, AuditAction, Changes, RecordTargetType } from '../../../../domain/events';
import { shortValues } from '../../paging/stored-sizes';
import { attributesOf } from '../../records/custom-fields';
import { AUDIT_ENTRY, TARGET_UIDS } from '../../uids';
import { contentAccess } from '../content-access';
import { assertReadable } from '../readable';
import type { Administrator } from '../route';

/** An audit entry as it is stored, without what changed. */
interface AuditEntry {
  id: number;
  documentId: string;
  action: AuditAction;
  actorType: Actor['type'];
  actorName: string | null;
  at: string;
  createdAt: string;
}

const FIELDS = ['documentId', 'action', 'actorType', 'actorName', 'at'];

/** The request of a record's side panel. */
export interface RecordPage {
  type: RecordTargetType;
  /** Public id of the record. */
  documentId: string;
  /** How many of the newest to return. */
  limit: number;
}

/**
 * The audit entries of a record, newest first, as far as the person may read them: each with the fields that it changed,
 * from and to; `changes` is null where nothing is known of them, or more than a list has room for.
 */
export async function recordHistory(
  strapi: Core.Strapi,
  admin: Administrator,
  { type, documentId, limit }: RecordPage,
) {
  await assertReadable(strapi, admin, type, documentId);
  const access = contentAccess(strapi, admin, AUDIT_ENTRY);
  access.assertCanRead();
  const { where, populate } = await access.query();
  const found: AuditEntry[] = await strapi.db.query(AUDIT_ENTRY).findMany({
    select: shortAttributes(strapi),
    where: { $and: [where, { targetType: type, targetId: documentId }] },
    populate,
    // By row id, since clocks of several instances, or one that was corrected, may give another order.
    orderBy: { id: 'desc' },
    // One more than asked for shows whether there are more.
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const changes = await shortValues(
    strapi,
    AUDIT_ENTRY,
    'changes',
    shown.map(({ id }) => id),
    MAX_CHANGES_BYTES,
  );
  const readable = readableChanges(strapi, admin, type);
  const entries = await Promise.all(
    shown.map(async (entry) => ({
      ...(await access.visible(entry, FIELDS)),
      changes: readable(changes.get(entry.id)),
    })),
  );
  return { entries, hasMore: found.length > limit };
}

/** The columns that a role's conditions may be about: all but those that may be long. */
const shortAttributes = (strapi: Core.Strapi): string[] => [
  'id',
  'documentId',
  ...Object.entries(attributesOf(strapi, AUDIT_ENTRY)).flatMap(([name, { type }]) =>
    type === 'relation' || type === 'json' ? [] : [name],
  ),
];

/** Bytes of the changes of one entry that a list has room for. */
const MAX_CHANGES_BYTES = 20_000;

/** The attributes that must be readable to see a field of the public record, where they are not of the same name. */
const ATTRIBUTES: Record<string, readonly string[]> = {
  status: ['state'],
  due_at: ['dueAt'],
  body_markdown: ['bodyMarkdown'],
  event_types: ['eventTypes'],
  project_key: ['key'],
  venture_key: ['ventureKey'],
};

/** In the public record of a decision, the frontmatter holds its status and resolution too. */
const RESOLUTION = ['frontmatter', 'state', 'verdict', 'optionId', 'note', 'resolvedAt'];

/** The fields that every change sets. */
const FOLLOWING = ['version', 'synced_at', 'updated_at'];

/** @returns picks the changes of fields that the person may read */
function readableChanges(strapi: Core.Strapi, admin: Administrator, type: RecordTargetType) {
  const access = contentAccess(strapi, admin, TARGET_UIDS[type]);
  const neededFor = (field: string) =>
    type === 'decision' && field === 'frontmatter' ? RESOLUTION : (ATTRIBUTES[field] ?? [field]);
  return (text: string | undefined): Changes | null => {
    if (text === undefined) return null;
    const changes = Object.entries(JSON.parse(text) as Changes).filter(
      ([field]) =>
        !FOLLOWING.includes(field) && neededFor(field).every((attribute) => access.canRead(attribute)),
    );
    return Object.fromEntries(changes);
  };
}
