import { AsyncLocalStorage } from 'node:async_hooks';
import type { ContentFilter } from '../../../domain/content';

const skipped = new AsyncLocalStorage<{ entry: ContentFilter; isOver: boolean }>();

/**
 * Publishes one entry in one locale without asking for its sign-off; what else is published meanwhile is asked for, and
 * what the application begins meanwhile and does later, too.
 * @param entry by its id and locale as they are stored
 */
export function skippingSignOff<Result>(
  entry: ContentFilter,
  publish: () => Promise<Result>,
): Promise<Result> {
  const skip = { entry, isOver: false };
  return skipped.run(skip, publish).finally(() => {
    skip.isOver = true;
  });
}

/** Whether the sign-off of an entry in one locale is skipped right now. */
export function isSkipped({ type, id, locale }: ContentFilter): boolean {
  const { entry, isOver = true } = skipped.getStore() ?? {};
  return !isOver && entry?.type === type && entry.id === id && entry.locale === locale;
}
