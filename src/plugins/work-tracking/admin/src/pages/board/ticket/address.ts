import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { pagePath } from '../../../navigation';

/** The name of the ticket that is open beside the board, its ref or public id, as the address has it; or none. */
export function useOpenName(): string | undefined {
  const { '*': name = '' } = useParams();
  return name === '' ? undefined : name;
}

/** @returns the address of a ticket beside the board, or, without a name, of the board; its filters stay */
export function useTicketAddress(): (name?: string) => { pathname: string; search: string } {
  const { search } = useLocation();
  return (name) => ({
    pathname: pagePath('board', name === undefined ? '' : `/${encodeURIComponent(name)}`),
    search,
  });
}

/** @returns opens a ticket beside the board */
export function useOpenTicket(): (name: string) => void {
  const navigate = useNavigate();
  const addressOf = useTicketAddress();
  return (name) => navigate(addressOf(name));
}
