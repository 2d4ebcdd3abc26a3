import { useNotification } from '@strapi/strapi/admin';
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { MAX_BULK_TICKETS } from '../../../../domain/bulk';
import type { BoardFilters, Ticket } from '../../api/board';
import { useLazyGetChosenTicketsQuery } from '../../api/board-page';
import { useText } from '../../translations/messages';

/** The tickets that the columns have shown, page by page. A range of a column reaches over its pages that are out of sight. */
class ShownTickets {
  private readonly columns = new Map<string, (readonly Ticket[])[]>();

  /** @param page 0 for the first of its column */
  show(status: string, page: number, tickets: readonly Ticket[]): void {
    const pages = this.columns.get(status) ?? [];
    pages[page] = tickets;
    this.columns.set(status, pages);
  }

  forget(status: string, page: number): void {
    delete this.columns.get(status)?.[page];
  }

  find(documentId: string): Ticket | undefined {
    return this.all().find((ticket) => ticket.documentId === documentId);
  }

  /** The tickets from one to the other, both included; undefined unless both are in one column. */
  between(one: string, other: string): readonly Ticket[] | undefined {
    for (const pages of this.columns.values()) {
      const tickets = pages.flat();
      const from = tickets.findIndex(({ documentId }) => documentId === one);
      const to = tickets.findIndex(({ documentId }) => documentId === other);
      if (from >= 0 && to >= 0) return tickets.slice(Math.min(from, to), Math.max(from, to) + 1);
    }
    return undefined;
  }

  private all(): Ticket[] {
    return [...this.columns.values()].flat(2);
  }
}

/** The id of the element with the actions on the selection. */
export const BULK_BAR = 'bulk-bar';

export interface Selection {
  /** The chosen tickets by their ids, in the order in which they were chosen. */
  chosen: ReadonlyMap<string, Ticket>;
  shown: ShownTickets;
  /** Chooses a ticket, or takes it out of the choice. */
  toggle: (ticket: Ticket) => void;
  /** Chooses all from the one that was chosen last to this one; in another column only this one changes. */
  extendTo: (ticket: Ticket) => void;
  /** Takes some tickets out of the choice. */
  drop: (ids: readonly string[]) => void;
}

/**
 * The selection of a board. It outlasts the refreshing; tickets that vanish, or that the filters match no longer, leave
 * it.
 */
export function useSelection(marker: string | undefined, filters: BoardFilters): Selection {
  const text = useText();
  const { toggleNotification } = useNotification();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Ticket>>(new Map<string, Ticket>());
  const [shown] = useState(() => new ShownTickets());
  const last = useRef('');

  const [ask] = useLazyGetChosenTicketsQuery();
  useEffect(() => {
    if (marker === undefined || chosen.size === 0) return undefined;
    let isLatest = true;
    const ids = [...chosen.keys()];
    void ask({ ids, filters }).then(({ data }) => {
      if (!data || !isLatest) return;
      const present = new Map(data.map((ticket) => [ticket.documentId, ticket]));
      // A ticket that was chosen since is not among those that were asked for.
      setChosen((all) => mapped(all, (id, ticket) => (ids.includes(id) ? present.get(id) : ticket)));
    });
    return () => {
      isLatest = false;
    };
    // Only when something has changed on the board, or others are filtered.
  }, [marker, filters]);

  return useMemo(() => {
    const choose = (tickets: readonly Ticket[]) => {
      const all = [...new Map([...chosen, ...tickets.map((ticket) => [ticket.documentId, ticket] as const)])];
      if (all.length > MAX_BULK_TICKETS) {
        toggleNotification({ type: 'warning', message: text('bulk.limit', { limit: MAX_BULK_TICKETS }) });
      }
      setChosen(new Map(all.slice(0, MAX_BULK_TICKETS)));
    };
    const toggle = (ticket: Ticket) => {
      const { documentId } = ticket;
      last.current = documentId;
      if (chosen.has(documentId))
        setChosen(mapped(chosen, (id, other) => (id === documentId ? undefined : other)));
      else choose([ticket]);
    };
    return {
      chosen,
      shown,
      toggle,
      extendTo(ticket) {
        const range = shown.between(last.current, ticket.documentId);
        if (range === undefined || last.current === ticket.documentId) {
          toggle(ticket);
          return;
        }
        last.current = ticket.documentId;
        choose(range);
      },
      // Others may have been chosen since.
      drop: (ids) => setChosen((all) => mapped(all, (id, ticket) => (ids.includes(id) ? undefined : ticket))),
    };
  }, [chosen, shown, text, toggleNotification]);
}

/** A map without the entries of which nothing is left. */
const mapped = (
  all: ReadonlyMap<string, Ticket>,
  become: (id: string, ticket: Ticket) => Ticket | undefined,
): ReadonlyMap<string, Ticket> =>
  new Map(
    [...all].flatMap(([id, ticket]) => {
      const left = become(id, ticket);
      return left ? [[id, left] as const] : [];
    }),
  );

const SelectionContext = createContext<Selection | undefined>(undefined);

export const SelectionProvider = SelectionContext.Provider;

/** The selection of the board around; undefined for a user who may change nothing of many tickets. */
export const useBoardSelection = (): Selection | undefined => useContext(SelectionContext);

/** Tells the selection what a page of a column shows; nothing until it is read. */
export function useShownPage(status: string, page: number, tickets: readonly Ticket[] | undefined): void {
  const shown = useBoardSelection()?.shown;
  useEffect(() => {
    if (tickets) shown?.show(status, page, tickets);
  }, [shown, status, page, tickets]);
  useEffect(() => () => shown?.forget(status, page), [shown, status, page]);
}
