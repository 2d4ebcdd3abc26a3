import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The filters that are set, and a function that changes some of them; an empty value removes a filter. */
type AddressFilters<Name extends string> = [
  Partial<Record<Name, string>>,
  (change: Partial<Record<Name, string | undefined>>) => void,
];

/** A page's filters. They are kept in its address, so that it can be reloaded, bookmarked and shared. */
export function useAddressFilters<Name extends string>(names: readonly Name[]): AddressFilters<Name> {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(
    () =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value = params.get(name);
          return value ? [[name, value]] : [];
        }),
      ) as Partial<Record<Name, string>>,
    [names, params],
  );
  const change = (changed: Partial<Record<Name, string | undefined>>) => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries<string | undefined>(changed)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  };
  return [filters, change];
}
