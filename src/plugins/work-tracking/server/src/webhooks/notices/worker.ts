import type { Core } from '@strapi/types';
import { NOTICE_RETRY_MS } from '../../../../domain/notice';
import { createWorkerLoop, type WorkerLoop } from '../worker-loop';
import { noticeText } from './facts';
import { isNotifying, sendToAll } from './mail';
import { claimNotice, dropNotice, recordSent, type ClaimedNotice } from './store';

/**
 * Sends the notices that are due, one after the other, beside the deliveries and with no connection to the database
 * held. Each process has one, and any number of processes can share a database. Stopping waits for the e-mails that are
 * being sent for a bounded time; those that were not sent by then are due again later.
 */
export interface NoticeWorker extends Pick<WorkerLoop, 'start' | 'wake'> {
  /** @param graceMs how long what is being sent may take */
  stop(graceMs?: number): Promise<void>;
}

const STOP_GRACE_MS = 10_000;

export function createNoticeWorker(strapi: Core.Strapi): NoticeWorker {
  const stopped = new AbortController();
  const loop = createWorkerLoop(strapi, 'Sending notices', async () => {
    if (!isNotifying(strapi)) return;
    while (loop.isRunning()) {
      const claimed = await claimNotice(strapi);
      if (claimed === undefined) return;
      await tell(claimed);
    }
  });

  async function tell(claimed: ClaimedNotice): Promise<void> {
    const notice = await noticeText(strapi, claimed);
    if (notice === undefined) return dropNotice(strapi, claimed);
    if (await sendToAll(strapi, { notice, signal: stopped.signal })) return recordSent(strapi, claimed);
    strapi.log.warn(
      `Nobody got the e-mail "${notice.subject}"; it is sent again in ${NOTICE_RETRY_MS / 60_000} minutes.`,
    );
  }

  return {
    start: loop.start,
    wake: loop.wake,

    async stop(graceMs = STOP_GRACE_MS) {
      const grace = setTimeout(() => stopped.abort(), graceMs);
      await loop.stop();
      clearTimeout(grace);
    },
  };
}
