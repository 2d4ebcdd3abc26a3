import type { Core } from '@strapi/types';
import { DEFAULT_TICKET_MOVES, problemsOfMoves, type TicketMoves } from '../../../../domain/ticket';
import { configOf } from '../../config';
import { TICKET } from '../../uids';

/** The map of moves that is in force. */
export const ticketMoves = (strapi: Core.Strapi): TicketMoves =>
  configOf(strapi).moves ?? DEFAULT_TICKET_MOVES;

/** The statuses that a ticket can have: the service's own and those that a team added in the builder. */
export const ticketStatuses = (strapi: Core.Strapi): string[] => enumOf(strapi, 'state');

/** The priorities that a ticket can have: the service's own and those that a team added in the builder. */
export const ticketPriorities = (strapi: Core.Strapi): string[] => enumOf(strapi, 'priority');

function enumOf(strapi: Core.Strapi, name: 'state' | 'priority'): string[] {
  const attribute = strapi.contentType(TICKET).attributes[name];
  return attribute?.type === 'enumeration' ? [...attribute.enum] : [];
}

/** @throws Error that says what is wrong with the configured moves; Strapi does not start then */
export function checkMoves(strapi: Core.Strapi): void {
  const problems = problemsOfMoves(ticketMoves(strapi), ticketStatuses(strapi));
  if (problems.length > 0) throw new Error(`The map of ticket moves (moves) is wrong: ${problems.join(' ')}`);
}
