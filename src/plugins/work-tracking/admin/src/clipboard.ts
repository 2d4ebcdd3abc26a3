import { useClipboard, useNotification } from '@strapi/strapi/admin';
import { useText, type MessageId } from './translations/messages';

interface CopyNotices {
  copied: MessageId;
  notCopied: MessageId;
  /** How bad it is not to have copied; a warning unless given. */
  failure?: 'warning' | 'danger';
}

/** @returns puts a text into the clipboard, and says whether it is there */
export function useCopy({
  copied,
  notCopied,
  failure = 'warning',
}: CopyNotices): (value: string) => Promise<void> {
  const text = useText();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  return async (value) => {
    const isCopied = await copy(value);
    toggleNotification(
      isCopied ? { type: 'success', message: text(copied) } : { type: failure, message: text(notCopied) },
    );
  };
}
