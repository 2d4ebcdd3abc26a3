import { useAPIErrorHandler, useNotification, type BaseQueryError } from '@strapi/strapi/admin';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useStatusLabel } from './statuses';
import { useText, type MessageId } from './translations/messages';

/** What RTK Query's hooks fail with: the server's `error`, or what went wrong on the way to it. */
export type PanelError = BaseQueryError | { message?: string };

/** Refusals in other languages than the server's, by their codes; their details are the values of the text. */
const REFUSALS: Record<string, MessageId> = {
  invalid_transition: 'error.invalid_transition',
  not_permitted: 'error.not_permitted',
  not_found: 'error.not_found',
};

interface Refusal {
  code?: string;
  from?: string;
  to?: string;
  subject?: string;
}

/**
 * @returns the sentence that tells a person what went wrong: the server's own for a refusal, which is English, and its
 *   translation where there is one
 */
export function useErrorText(): (error: PanelError) => string {
  const { _unstableFormatAPIError: format } = useAPIErrorHandler();
  const { locale } = useIntl();
  const text = useText();
  const statusLabel = useStatusLabel();
  return useCallback(
    (error) => {
      const { code = '', from = '', to = '', subject = '' } = refusalIn(error);
      const id = REFUSALS[code];
      if (id === undefined || locale === 'en') return format(error);
      return text(id, { from: statusLabel(from), to: statusLabel(to), subject });
    },
    [format, locale, text, statusLabel],
  );
}

/** @returns shows why something was refused, if it was, and tells whether */
export function useRefusalNotice() {
  const errorText = useErrorText();
  const { toggleNotification } = useNotification();
  return useCallback(
    <Answer extends object>(answer: Answer): answer is Extract<Answer, { error: unknown }> => {
      if (!('error' in answer)) return false;
      toggleNotification({ type: 'danger', message: errorText(answer.error as PanelError) });
      return true;
    },
    [errorText, toggleNotification],
  );
}

function refusalIn(error: PanelError): Refusal {
  const details = 'details' in error ? error.details : undefined;
  return typeof details === 'object' && details !== null ? details : {};
}
