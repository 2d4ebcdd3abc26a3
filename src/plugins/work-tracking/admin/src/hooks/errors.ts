import { useAPIErrorHandler, useNotification, type BaseQueryError } from '@strapi/strapi/admin';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { ErrorCode } from '../../../domain/errors';
import { useText, type MessageId } from '../translations/messages';
import { useStatusLabel } from './statuses';

/** What RTK Query's hooks fail with: the server's `error`, or a network failure. */
export type PanelError = BaseQueryError | { message?: string };

/** The server's sentences are English. These codes have a translation, which takes its values from the error's details. */
const TRANSLATED_CODES: Partial<Record<ErrorCode, MessageId>> = {
  invalid_transition: 'error.invalid_transition',
  not_permitted: 'error.not_permitted',
  not_found: 'error.not_found',
  resend_in_progress: 'error.resend_in_progress',
};

interface ErrorDetails {
  code?: ErrorCode;
  from?: string;
  to?: string;
  subject?: string;
}

/** @returns the sentence to show for an error: its translation if there is one, else the server's own sentence */
export function useErrorText(): (error: PanelError) => string {
  const { _unstableFormatAPIError: format } = useAPIErrorHandler();
  const { locale } = useIntl();
  const text = useText();
  const statusLabel = useStatusLabel();
  return useCallback(
    (error) => {
      const { code, from = '', to = '', subject = '' } = detailsOf(error);
      const id = code && TRANSLATED_CODES[code];
      if (id === undefined || locale === 'en') return format(error);
      return text(id, { from: statusLabel(from), to: statusLabel(to), subject });
    },
    [format, locale, text, statusLabel],
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

function detailsOf(error: PanelError): ErrorDetails {
  const details = 'details' in error ? error.details : undefined;
  return typeof details === 'object' && details !== null ? details : {};
}
