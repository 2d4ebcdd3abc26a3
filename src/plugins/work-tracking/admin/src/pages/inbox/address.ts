import { useNavigate, useParams, useSearchParams, type NavigateOptions } from 'react-router-dom';
import { DECISION_STATUSES, type DecisionStatus } from '../../../../domain/decision';
import { pagePath } from '../../navigation';

/** The choice that the inbox shows. It is kept in the page's address, so that it can be reloaded, bookmarked and shared. */
interface InboxAddress {
  status: DecisionStatus;
  /** A project's public id; empty for all. */
  project: string;
  /** The text to search for; empty for none. */
  text: string;
  /** The chosen decision; empty for none yet. */
  documentId: string;
}

const isStatus = (value: string | null): value is DecisionStatus =>
  (DECISION_STATUSES as readonly (string | null)[]).includes(value);

/** @returns what the inbox shows, the address of something else (`addressOf`), and a function that goes there (`show`) */
export function useInboxAddress() {
  const [params] = useSearchParams();
  const { documentId = '' } = useParams();
  const navigate = useNavigate();
  const status = params.get('status');
  const current: InboxAddress = {
    status: isStatus(status) ? status : 'open',
    project: params.get('project') ?? '',
    text: params.get('text') ?? '',
    documentId,
  };

  /** A change of the list clears the chosen decision, which need not be in the new list. */
  const addressOf = (change: Partial<InboxAddress>): string => {
    const next = { ...current, documentId: '', ...change };
    const query = new URLSearchParams({
      ...(next.status === 'open' ? {} : { status: next.status }),
      ...(next.project === '' ? {} : { project: next.project }),
      ...(next.text === '' ? {} : { text: next.text }),
    }).toString();
    return pagePath('inbox', `/${next.documentId}${query === '' ? '' : `?${query}`}`);
  };

  return {
    ...current,
    addressOf,
    show: (change: Partial<InboxAddress>, options?: NavigateOptions) => navigate(addressOf(change), options),
  };
}
