import { useCallback } from 'react';
import { useIntl, type PrimitiveType } from 'react-intl';
import en from './en.json';

/** The key of a text in `en.json` and `de.json`. */
export type MessageId = keyof typeof en;

/** The texts of all plugins are in one dictionary, where this keeps ours apart. */
export const PREFIX = 'work-tracking.';

/** A text as react-intl takes it, with English for languages without a translation. */
export const message = (id: MessageId) => ({ id: `${PREFIX}${id}`, defaultMessage: en[id] });

/** @returns a function that gives a text in the user's language */
export function useText(): (id: MessageId, values?: Record<string, PrimitiveType>) => string {
  const { formatMessage } = useIntl();
  return useCallback((id, values) => formatMessage(message(id), values), [formatMessage]);
}
