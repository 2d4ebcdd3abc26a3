import { useCallback } from 'react';
import { useIntl, type PrimitiveType } from 'react-intl';
import en from './en.json';

/** The name of a text in `en.json` and `de.json`. */
export type MessageId = keyof typeof en;

/** The texts of all plugins share one dictionary. */
export const PREFIX = 'work-tracking.';

/** A text as react-intl takes it; in a language that has no translation of it, English. */
export const message = (id: MessageId) => ({ id: `${PREFIX}${id}`, defaultMessage: en[id] });

/** @returns the text in the reader's language */
export function useText(): (id: MessageId, values?: Record<string, PrimitiveType>) => string {
  const { formatMessage } = useIntl();
  return useCallback((id, values) => formatMessage(message(id), values), [formatMessage]);
}
