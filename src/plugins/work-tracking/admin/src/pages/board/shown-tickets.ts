import type { Ticket } from '../../api/board';

/** The tickets that the columns have shown, page by page. A range of a column reaches over its pages that are out of sight. */
export class ShownTickets {
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
