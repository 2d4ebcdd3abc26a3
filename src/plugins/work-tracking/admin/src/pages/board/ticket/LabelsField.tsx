import type { OpenTicket } from '../../../api/ticket';
import { LabelList } from '../../../components/LabelList';
import type { Saving } from './saving';

const NONE: readonly string[] = [];

/** The labels of a ticket, each change of which is saved by itself. */
export function LabelsField({ ticket, saving }: { ticket: OpenTicket; saving: Saving }) {
  const { pending } = saving;
  const labels = pending.has('labels')
    ? (pending.get('labels') as readonly string[])
    : (ticket.labels ?? NONE);
  return (
    <LabelList
      labels={labels}
      isEditable={ticket.editable.includes('labels')}
      onChange={(changed) => saving.save('labels', changed, ticket)}
    />
  );
}
