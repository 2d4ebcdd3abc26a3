import type { Core } from '@strapi/types';
import { parseTicketRef } from '../../../domain/ticket-ref';
import { PROJECT } from '../uids';
import type { ContentAccess } from './content-access';

/**
 * The filter for the ticket that a text names by its ref, such as `WEB-12`: of the project with that key, or else with
 * the same key in capitals, as most are written. A ref says the ticket's project and number, so both must be readable;
 * whether the ticket is, is for the query of `tickets` to say.
 * @param tickets the access to tickets
 * @param projects a filter for the projects that count
 * @returns undefined for a text that is no ref of such a project
 */
export async function refFilter(
  strapi: Core.Strapi,
  tickets: ContentAccess,
  text: string,
  projects: Record<string, unknown> = {},
): Promise<Record<string, unknown> | undefined> {
  const ref = parseTicketRef(text);
  if (ref === undefined || !tickets.canRead('number') || !tickets.canRead('project')) return undefined;
  const { projectKey: key, number } = ref;
  const found: { id: number; key: string }[] = await strapi.db.query(PROJECT).findMany({
    select: ['id', 'key'],
    where: { $and: [{ key: { $in: [key, key.toUpperCase()] } }, projects] },
  });
  const project = found.find((one) => one.key === key) ?? found[0];
  return project && { project_id: project.id, number };
}
