import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { DECISION_STATUSES, type DecisionStatus } from '../../../../domain/decision';
import { BASE_PATH } from '../pages';

/** What the inbox shows, kept in the address: it can be reloaded, gone back to and sent to somebody. */
interface InboxAddress {
  status: DecisionStatus;
  /** A project's public id; empty for all. */
  project: string;
  /** The open decision; empty for none yet. */
  documentId: string;
}

const isStatus = (value: string | null): value is DecisionStatus =>
  (DECISION_STATUSES as readonly (string | null)[]).includes(value);

/** @returns where the inbox is, the way elsewhere, and the address of another place */
export function useInboxAddress() {
  const [params] = useSearchParams();
  const { documentId = '' } = useParams();
  const navigate = useNavigate();
  const status = params.get('status');
  const current: InboxAddress = {
    status: isStatus(status) ? status : 'open',
    project: params.get('project') ?? '',
    documentId,
  };

  /** Another list starts without a decision: the one that is open need not be in it. */
  const addressOf = (change: Partial<InboxAddress>): string => {
    const next = { ...current, documentId: '', ...change };
    const query = new URLSearchParams({
      ...(next.status === 'open' ? {} : { status: next.status }),
      ...(next.project === '' ? {} : { project: next.project }),
    }).toString();
    return `/${BASE_PATH}/inbox/${next.documentId}${query === '' ? '' : `?${query}`}`;
  };

  return {
    ...current,
    addressOf,
    show: (change: Partial<InboxAddress>, options?: { replace: boolean }) =>
      navigate(addressOf(change), options),
  };
}
