import { useAddressFilters } from '../../address-filters';
import type { BoardFilters } from '../../api/board';

const NAMES = ['project', 'priority', 'text'] as const;

/** The board's filters, kept in the address. */
export const useBoardFilters = (): [BoardFilters, (change: BoardFilters) => void] => useAddressFilters(NAMES);
