import { useGetInboxChangesQuery } from '../../api/decisions';
import { useTabIsVisible } from '../../tab-visibility';

/** How soon another person's resolution is seen, at the latest. */
const POLL_MS = 3000;

/** What the database is at, asked for as long as somebody looks. */
export function useInboxMarker() {
  const isVisible = useTabIsVisible();
  return useGetInboxChangesQuery(undefined, {
    pollingInterval: isVisible ? POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  });
}
