import { useAPIErrorHandler, useNotification, type BaseQueryError } from '@strapi/strapi/admin';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { ErrorCode } from '../../../domain/errors';
import { useText } from '../translations/messages';
import { translatedSentence } from '../translations/sentences';
import { isCutOff } from './connection';

/** The error of RTK Query's hooks: the server's `error`, or a network failure. */
export type PanelError = BaseQueryError | { message?: string };

/** @returns the sentence to show for an error: the server's own, in the user's language where it has one */
export function useErrorText(): (error: PanelError) => string {
  const { _unstableFormatAPIError: format } = useAPIErrorHandler();
  const { locale } = useIntl();
  const text = useText();
  return useCallback(
    (error) => (isCutOff(error) ? text('error.offline') : translatedSentence(locale, format(error))),
    [format, locale, text],
  );
}

/** @returns shows a notification if a mutation failed, and returns whether it did */
export function useErrorNotification() {
  const errorText = useErrorText();
  const { toggleNotification } = useNotification();
  return useCallback(
    <Result extends object>(result: Result): result is Extract<Result, { error: unknown }> => {
      if (!('error' in result)) return false;
      toggleNotification({ type: 'danger', message: errorText(result.error as PanelError) });
      return true;
    },
    [errorText, toggleNotification],
  );
}

/** @returns shows a notification of what has become of a mutation, `done` of its success, and returns whether it is one */
export function useOutcomeNotification() {
  const notifyError = useErrorNotification();
  const { toggleNotification } = useNotification();
  return <Result extends object>(
    result: Result,
    done: string,
  ): result is Exclude<Result, { error: unknown }> => {
    if (notifyError(result)) return false;
    toggleNotification({ type: 'success', message: done });
    return true;
  };
}

/** The code of a rule that was broken. */
export function codeOf(error: unknown): ErrorCode | undefined {
  const { details } = error as { details?: { code?: ErrorCode } };
  return details?.code;
}
