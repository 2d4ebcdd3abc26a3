import type { Core } from '@strapi/types';
import {
  DEFAULT_TICKET_MOVES,
  isFinalStatus,
  problemsOfMoves,
  type TicketMoves,
} from '../../../../domain/ticket';
import { configOf } from '../../config';
import { TICKET } from '../../uids';

/** The moves of projects without a map of their own. */
const commonMoves = (strapi: Core.Strapi): TicketMoves => configOf(strapi).moves ?? DEFAULT_TICKET_MOVES;

/** The maps of the projects that have their own, by the project's key. */
export const projectMoves = (strapi: Core.Strapi): Readonly<Record<string, TicketMoves>> =>
  configOf(strapi).projectMoves ?? {};

/**
 * The moves that are allowed in a project.
 * @param projectKey without one, the moves of projects without a map of their own
 */
export function ticketMoves(strapi: Core.Strapi, projectKey?: string): TicketMoves {
  const own = new Map(Object.entries(projectMoves(strapi)));
  return own.get(projectKey ?? '') ?? commonMoves(strapi);
}

/** Does work end in a status, in every project? */
export const isEnded = (strapi: Core.Strapi, status: string): boolean =>
  isFinalStatus(status, [ticketMoves(strapi), ...Object.values(projectMoves(strapi))]);

/** The statuses that a ticket can have: the service's own and those that a team added in the builder. */
export const ticketStatuses = (strapi: Core.Strapi): string[] => enumOf(strapi, 'state');

/** The priorities that a ticket can have: the service's own and those that a team added in the builder. */
export const ticketPriorities = (strapi: Core.Strapi): string[] => enumOf(strapi, 'priority');

function enumOf(strapi: Core.Strapi, name: 'state' | 'priority'): string[] {
  const attribute = strapi.contentType(TICKET).attributes[name];
  return attribute?.type === 'enumeration' ? [...attribute.enum] : [];
}

/**
 * Checks the configured moves. Statuses that no map contains are named in the log, with how to make them reachable.
 * @throws Error that says what is wrong with the moves, so that Strapi does not start
 */
export function checkMoves(strapi: Core.Strapi): void {
  const statuses = ticketStatuses(strapi);
  const maps = { moves: commonMoves(strapi), ...prefixed('projectMoves', projectMoves(strapi)) };
  for (const [option, moves] of Object.entries(maps)) {
    const problems = problemsOfMoves(moves, statuses);
    if (problems.length > 0) {
      throw new Error(`The map of ticket moves (${option}) is wrong: ${problems.join(' ')}`);
    }
  }
  const named = Object.values(maps).flatMap((moves) => [
    ...Object.keys(moves),
    ...Object.values(moves).flat(),
  ]);
  for (const status of statuses.filter((name) => !named.includes(name))) {
    strapi.log.warn(
      `No ticket can be moved to the status "${status}": no map of moves names it. Give the plugin's option moves ` +
        'in config/plugins, with moves to it and from it.',
    );
  }
}

const prefixed = (option: string, maps: Readonly<Record<string, TicketMoves>>) =>
  Object.fromEntries(Object.entries(maps).map(([key, moves]) => [`${option}.${key}`, moves]));
