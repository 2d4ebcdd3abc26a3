import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import { NOTICE_RETRY_MS, type NoticeKind } from '../../../../domain/notice';
import { databaseNow } from '../../database/clock';
import { tableOf } from '../../database/tables';
import { wakeAfterCommit } from '../../events/wake-ups';
import { NOTICE } from '../../uids';
import { isNotifying } from './mail';

/** A time as the driver gives it. */
type StoredTime = Date | number | string;

/** A notice that this process alone sends until `claimedUntil`. */
export interface ClaimedNotice {
  id: number;
  kind: NoticeKind;
  /** Public id of the subscription or the project that it is about. */
  targetId: string;
  claimedUntil: Date;
}

/**
 * Adds a notice, which is sent after the running transaction has committed, by whichever process claims it first. One
 * that there is already about the same target becomes due again.
 */
export async function addNotice(strapi: Core.Strapi, kind: NoticeKind, targetId: string): Promise<void> {
  if (!isNotifying(strapi)) return;
  await strapi.db.transaction(({ trx }) =>
    newNotice(strapi, kind, targetId).merge(['due_at', 'updated_at']).transacting(trx),
  );
  await wakeAfterCommit(strapi, 'notices');
}

/** Adds a notice about something that another process may find at the same time; if there is one already, it stays. */
export async function addNoticeOnce(strapi: Core.Strapi, kind: NoticeKind, targetId: string): Promise<void> {
  await newNotice(strapi, kind, targetId).ignore();
}

function newNotice(strapi: Core.Strapi, kind: NoticeKind, targetId: string) {
  const now = databaseNow();
  return tableOf(strapi, NOTICE)
    .insert({
      document_id: uuidv7(),
      kind,
      target_id: targetId,
      due_at: now,
      created_at: now,
      updated_at: now,
      published_at: now,
    })
    .onConflict(['kind', 'target_id']);
}

/** A query for the notices that are due. */
export const dueNotices = (strapi: Core.Strapi, now: Date): ReturnType<typeof tableOf> =>
  tableOf(strapi, NOTICE).where('due_at', '<=', now);

/**
 * Claims the notice that is due for longest. Whoever still finds the due time that was read has it; if that process
 * ends before the notice is sent, it is due again later.
 * @returns undefined when none is due
 */
export async function claimNotice(strapi: Core.Strapi): Promise<ClaimedNotice | undefined> {
  for (;;) {
    const now = databaseNow();
    const row = (await dueNotices(strapi, now)
      .select('id', 'kind', 'target_id', 'due_at')
      .orderBy(['due_at', 'id'])
      .first()) as { id: number; kind: NoticeKind; target_id: string; due_at: StoredTime } | undefined;
    if (row === undefined) return undefined;
    const { id, kind, target_id: targetId, due_at: dueAt } = row;
    const claimedUntil = new Date(now.getTime() + NOTICE_RETRY_MS);
    const claimed = await tableOf(strapi, NOTICE)
      .where({ id, due_at: dueAt })
      .update({ due_at: claimedUntil, updated_at: now });
    if (claimed === 1) return { id, kind, targetId, claimedUntil };
  }
}

/** Deletes a notice that nobody needs, unless it became due again meanwhile. */
export async function dropNotice(strapi: Core.Strapi, notice: ClaimedNotice): Promise<void> {
  await stillClaimed(strapi, notice).delete();
}

/**
 * Stores that a notice was sent, unless it became due again meanwhile: the same dead deliveries are not reported twice.
 * A notice about a subscription is deleted instead.
 */
export async function recordSent(strapi: Core.Strapi, notice: ClaimedNotice): Promise<void> {
  if (notice.kind === 'subscription_disabled') return dropNotice(strapi, notice);
  const now = databaseNow();
  await stillClaimed(strapi, notice).update({ due_at: null, sent_at: now, updated_at: now });
}

const stillClaimed = (strapi: Core.Strapi, { id, claimedUntil }: ClaimedNotice) =>
  tableOf(strapi, NOTICE).where({ id, due_at: claimedUntil });
