import { useAuth } from '@strapi/strapi/admin';
import { useState } from 'react';

const PREFIX = 'work-tracking.board.collapsed.';

/** The columns that the user has collapsed, which this browser remembers for each person. */
export function useCollapsed(): [readonly string[], (status: string, isCollapsed: boolean) => void] {
  const userId = useAuth('useCollapsed', (auth) => auth.user?.id);
  const key = `${PREFIX}${String(userId ?? '')}`;
  const [statuses, setStatuses] = useState(() => read(key));
  const set = (status: string, isCollapsed: boolean) => {
    const others = statuses.filter((other) => other !== status);
    const next = isCollapsed ? [...others, status] : others;
    setStatuses(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return [statuses, set];
}

/** A value that something else has written there counts as none. */
function read(key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}
