import { useAddressFilters } from '../../address-filters';
import type { DeliveryFilters } from '../../api/deliveries';

const NAMES = ['project', 'subscription', 'eventType', 'state', 'period', 'since', 'until'] as const;

/** What changes: an empty value takes a filter away. */
export type FilterChange = Partial<Record<(typeof NAMES)[number], string>>;

/** The console's filters, kept in the address. */
export const useDeliveryFilters = (): [DeliveryFilters, (change: FilterChange) => void] => {
  const [filters, change] = useAddressFilters(NAMES);
  return [filters as DeliveryFilters, change];
};
