import { useCallback } from 'react';
import { useText, type MessageId } from '../translations/messages';

const LABELS: Record<string, MessageId> = {
  open: 'status.open',
  in_progress: 'status.in_progress',
  blocked: 'status.blocked',
  in_review: 'status.in_review',
  done: 'status.done',
  cancelled: 'status.cancelled',
  resolved: 'inbox.resolved',
};

/** Names of the theme's colours, which exist in light and dark. */
const COLORS = {
  open: 'neutral500',
  in_progress: 'warning500',
  blocked: 'danger500',
  in_review: 'alternative500',
  done: 'success500',
  cancelled: 'neutral300',
  resolved: 'success500',
} as const;

/** @returns the name of a status in the user's language; a status that a content team added has only its own name */
export function useStatusLabel(): (status: string) => string {
  const text = useText();
  return useCallback(
    (status) => {
      const id = LABELS[status];
      return id === undefined ? status : text(id);
    },
    [text],
  );
}

export const statusColor = (status: string) =>
  Object.hasOwn(COLORS, status) ? COLORS[status as keyof typeof COLORS] : 'secondary500';
