import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import type { Ticket } from '../../api/board';
import { useChangeTicketsMutation, type BulkChange } from '../../api/board-page';
import { useErrorText } from '../../hooks/errors';
import { useText } from '../../translations/messages';
import type { Selection } from './selection';

/** The results for many tickets. */
export interface Summary {
  /** How many were changed, were so already, and were refused, in words. */
  title: string;
  refused: readonly { ticket: Ticket; why: string }[];
}

/** Changes the chosen tickets. Those that are refused stay chosen; a summary says why. */
export function useBulkChange(selection: Selection, refetch: () => unknown) {
  const text = useText();
  const errorText = useErrorText();
  const { toggleNotification } = useNotification();
  const [send, { isLoading }] = useChangeTicketsMutation();
  const [summary, setSummary] = useState<Summary | null>(null);

  /** @returns the answer; what is refused altogether is shown where it was asked for. */
  async function change(what: BulkChange) {
    const { chosen } = selection;
    const result = await send({ ids: [...chosen.keys()], ...what });
    void refetch();
    if ('error' in result) return result;
    const outcomes = result.data;
    const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
    const refused = outcomes.flatMap((one) => {
      const ticket = chosen.get(one.documentId);
      return ticket && one.outcome === 'refused' ? [{ ticket, why: errorText(one.error) }] : [];
    });
    const parts = [
      text(what.how === 'move' ? 'bulk.moved' : 'bulk.changed', { count: count('changed') }),
      ...(count('unchanged') > 0 ? [text('bulk.unchanged', { count: count('unchanged') })] : []),
      ...(refused.length > 0 ? [text('bulk.refused', { count: refused.length })] : []),
    ];
    const stay = refused.map(({ ticket }) => ticket.documentId);
    selection.drop([...chosen.keys()].filter((id) => !stay.includes(id)));
    if (refused.length > 0) setSummary({ title: parts.join(', '), refused });
    else toggleNotification({ type: 'success', message: `${parts.join(', ')}.` });
    return result;
  }
  return { change, isLoading, summary, closeSummary: () => setSummary(null) };
}
