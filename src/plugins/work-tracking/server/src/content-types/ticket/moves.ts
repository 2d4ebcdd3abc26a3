import type { Core } from '@strapi/types';
import union from 'lodash/union';
import {
  DEFAULT_TICKET_MOVES,
  INITIAL_TICKET_STATUS,
  isFinalStatus,
  isOutOfUse,
  problemsOfMoves,
  type TicketMoves,
} from '../../../../domain/ticket';
import { configOf } from '../../config';
import { memoizePerInstance } from '../../database/memoize-per-instance';
import { tableOf } from '../../database/tables';
import { attributesOf } from '../../records/custom-fields';
import { storedValues } from '../../records/stored-values';
import { PROJECT, TICKET } from '../../uids';

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

/** The statuses that a ticket can be given: the service's own and those that a team added in the builder. */
export const ticketStatuses = (strapi: Core.Strapi): string[] => enumOf(strapi, 'state');

/** The priorities that a ticket can have: the service's own and those that a team added in the builder. */
export const ticketPriorities = (strapi: Core.Strapi): string[] => enumOf(strapi, 'priority');

/** The statuses that tickets have or can be given. */
export const storedStatuses = (strapi: Core.Strapi): string[] =>
  union(ticketStatuses(strapi), leftStatuses(strapi));

/** The statuses that tickets of some project have, and that are out of use there. */
export const leftStatuses = (strapi: Core.Strapi): string[] => [...statusesOutOfUse(strapi)];

/** The priorities that tickets have, likewise. */
export function storedPriorities(strapi: Core.Strapi): string[] {
  const { priority } = attributesOf(strapi, TICKET);
  return priority ? storedValues(priority) : [];
}

/**
 * The statuses that tickets have had at the start and that are out of use: taken out of the builder, or not named by the
 * map of moves of some project with such tickets.
 */
const statusesOutOfUse = memoizePerInstance((_strapi: Core.Strapi) => new Set<string>());

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

/**
 * Looks for tickets in statuses that are out of use in their project: taken out of the builder or of the map of moves,
 * or not in the project's own map. The log names each of them with the number of its tickets.
 */
export async function findLeftStatuses(strapi: Core.Strapi): Promise<void> {
  const statuses = ticketStatuses(strapi);
  const maps = [commonMoves(strapi), ...Object.values(projectMoves(strapi))];
  const inUse = statuses.filter((status) => !maps.some((moves) => isOutOfUse(moves, status)));
  const groups = await tableOf(strapi, TICKET)
    .select('state', 'project_id')
    .count<{ state: string; project_id: number; count: number | string }[]>({ count: '*' })
    .whereNotIn('state', inUse)
    .groupBy('state', 'project_id');
  const ids = groups.map(({ project_id: id }) => id);
  const projects: { id: number; key: string }[] = await tableOf(strapi, PROJECT)
    .select('id', 'key')
    .whereIn('id', ids);
  const keys = new Map(projects.map(({ id, key }) => [id, key]));
  const left = new Map<string, number>();
  for (const { state, project_id: id, count } of groups) {
    if (!isOutOfUse(ticketMoves(strapi, keys.get(id)), state)) continue;
    statusesOutOfUse(strapi).add(state);
    left.set(state, (left.get(state) ?? 0) + Number(count));
  }
  for (const [status, count] of left) {
    const reason = statuses.includes(status)
      ? 'their map of moves does not name'
      : "Ticket's state no longer has";
    strapi.log.warn(
      `${count} ${count === 1 ? 'ticket has' : 'tickets have'} the status "${status}", which ${reason}: ` +
        `from there they can be moved to "${INITIAL_TICKET_STATUS}" only.`,
    );
  }
}

const prefixed = (option: string, maps: Readonly<Record<string, TicketMoves>>) =>
  Object.fromEntries(Object.entries(maps).map(([key, moves]) => [`${option}.${key}`, moves]));
