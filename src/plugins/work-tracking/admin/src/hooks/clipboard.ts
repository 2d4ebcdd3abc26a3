import { useClipboard, useNotification } from '@strapi/strapi/admin';
import { useText, type MessageId } from '../translations/messages';

interface CopyNotices {
  copied: MessageId;
  notCopied: MessageId;
  /** The kind of notification when copying failed; a warning by default. */
  failure?: 'warning' | 'danger';
}

/** @returns copies a text to the clipboard, shows a notification of success or of failure, and returns which it was */
export function useCopy({
  copied,
  notCopied,
  failure = 'warning',
}: CopyNotices): (value: string) => Promise<boolean> {
  const text = useText();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  return async (value) => {
    const isCopied = await copy(value);
    toggleNotification(
      isCopied ? { type: 'success', message: text(copied) } : { type: failure, message: text(notCopied) },
    );
    return isCopied;
  };
}
