import { useGetInboxChangesQuery } from '../../api/decisions';
import { usePolling } from '../../polling';

/** How soon another person's resolution is seen, at the latest. */
const POLL_MS = 3000;

/** What the database is at, asked for as long as somebody looks. */
export const useInboxMarker = () =>
  useGetInboxChangesQuery(undefined, { ...usePolling(POLL_MS), refetchOnMountOrArgChange: true });
