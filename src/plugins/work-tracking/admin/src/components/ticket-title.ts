import type { Ticket } from '../api/board';

/** The title, or the id for a user who may not read titles. */
export const titleOf = ({ title, documentId }: Ticket): string => title ?? documentId;
