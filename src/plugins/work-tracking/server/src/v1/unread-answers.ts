import type { ServerResponse } from 'node:http';
import { WorkTrackingError } from '../../../domain/errors';

/** The memory of this process that one caller's unread answers may take (specification 9). */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

const RETRY_AFTER_SECONDS = 1;

/** Counts the answers of each caller, on all its connections, that it has not read to their end. */
export function unreadAnswers() {
  const open = new Map<string, Set<ServerResponse>>();
  return {
    /** Counts an answer from now until it is taken or its connection is closed. */
    add(callerKey: string, res: ServerResponse): void {
      // The client has gone already, and there will be no further `close` event.
      if (res.closed) return;
      const answers = open.get(callerKey) ?? new Set();
      open.set(callerKey, answers.add(res));
      res.once('close', () => {
        answers.delete(res);
        if (answers.size === 0) open.delete(callerKey);
      });
    },

    /** @throws WorkTrackingError `rate_limited` while the caller leaves too much unread */
    assertRoom(callerKey: string): void {
      let bytes = 0;
      for (const { writableLength } of open.get(callerKey) ?? []) bytes += writableLength;
      if (bytes <= MAX_UNREAD_BYTES) return;
      throw new WorkTrackingError('rate_limited', {
        retryAfter: RETRY_AFTER_SECONDS,
        message: 'Answers to earlier requests are not read yet: read them first.',
      });
    },
  };
}
