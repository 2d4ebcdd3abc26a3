import { Badge } from '@strapi/design-system';
import type { DecisionStatus } from '../../../../domain/decision';
import { useGetInboxCountsQuery, type InboxFilters } from '../../api/decisions';
import { useCountText } from '../../components/Count';

interface TabCountProps {
  status: DecisionStatus;
  filters: InboxFilters;
  marker: string | undefined;
}

/** How many decisions a tab has; nothing until they are counted. */
export function TabCount({ status, filters, marker }: TabCountProps) {
  const countText = useCountText();
  const { data } = useGetInboxCountsQuery(
    { ...filters, marker },
    { skip: marker === undefined, refetchOnMountOrArgChange: true },
  );
  return data && <Badge marginLeft={2}>{countText(data[status])}</Badge>;
}
