import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The filters that are set, and a function that changes some of them; an empty value removes a filter. */
type AddressFilters<Name extends string> = [
  Partial<Record<Name, string>>,
  (change: Partial<Record<Name, string | undefined>>) => void,
];

/** Whether a filter can have a value; filters that are not named can have any. */
type Rules<Name extends string> = Partial<Record<Name, (value: string) => boolean>>;

const isAllowed = <Name extends string>(rules: Rules<Name>, name: Name, value: string): boolean => {
  const rule = rules[name];
  return rule === undefined || rule(value);
};

const NO_RULES = {};

/**
 * A page's filters. They are kept in its address, so that it can be reloaded, bookmarked and shared.
 * @param names must be the same array each time
 * @param rules must be the same object each time; a value that breaks them counts as none, since anybody can write an
 * address
 */
export function useAddressFilters<Name extends string>(
  names: readonly Name[],
  rules: Rules<Name> = NO_RULES,
): AddressFilters<Name> {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(
    () =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value = params.get(name);
          return value && isAllowed(rules, name, value) ? [[name, value]] : [];
        }),
      ) as Partial<Record<Name, string>>,
    [names, rules, params],
  );
  const change = (changed: Partial<Record<Name, string | undefined>>) => {
    setParams(
      () => {
        // The present address: with two changes in a row, the router gives the second one the address from before both.
        const next = new URLSearchParams(window.location.search);
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

/**
 * Removes a filter from the address when its value is not among the choices, such as a project that is gone: the page
 * would be empty, and its filter would look as if nothing were chosen.
 * @param value empty for none
 * @param choices undefined while they are not loaded; empty for a user who may not list them and may filter by them
 */
export function useOnlyKnown(
  value: string,
  choices: readonly string[] | undefined,
  remove: () => void,
): void {
  const isUnknown = value !== '' && choices !== undefined && choices.length > 0 && !choices.includes(value);
  useEffect(() => {
    if (isUnknown) remove();
    // Once for each value, whatever function is given.
  }, [isUnknown, value]);
}
