import type { Core } from '@strapi/types';
import type { ContentReference } from '../../../../domain/content';
import { transact } from '../../database/transact';
import { omitUndefined } from '../../paging/page';
import { TICKET } from '../../uids';
import { contentAccess } from '../content-access';
import { readableProject } from '../projects/projects';
import { requiredNames } from '../required-fields';
import type { Administrator } from '../route';
import { cardOf } from './board';

/** A ticket that a person files on the board. */
export interface NewTicket {
  title: string;
  /** A project's public id. */
  project: string;
  priority?: string | undefined;
  /** The entries that it is about. */
  content?: readonly ContentReference[] | undefined;
  /** The values of the fields that a content team has made required. */
  fields?: Record<string, unknown> | undefined;
}

/** The fields that the board asks for; the rest is added in the form of the content manager. */
const ASKED = ['title', 'project', 'priority'];

/**
 * Whether the person may create tickets in the content manager with all that the board asks for.
 * @param further fields that are given, too
 */
export function canFileTickets(strapi: Core.Strapi, admin: Administrator, ...further: string[]): boolean {
  const access = contentAccess(strapi, admin, TICKET);
  return [...ASKED, ...requiredNames(strapi, TICKET), ...further].every((field) => access.canCreate(field));
}

/**
 * Files a ticket. The lifecycles enforce the rules, and the actor in the audit entry is the person.
 * @returns its card, as far as the person may read it
 * @throws WorkTrackingError `not_permitted` unless the person may create tickets in the content manager
 * @throws WorkTrackingError `not_found` for a project that does not exist or that the person may not read
 */
export async function fileTicket(
  strapi: Core.Strapi,
  admin: Administrator,
  { project, fields, ...asked }: NewTicket,
) {
  const access = contentAccess(strapi, admin, TICKET);
  return transact(strapi, async () => {
    const { id } = await readableProject(strapi, admin, project);
    const given = omitUndefined({ ...fields, ...asked, project: id });
    const data = { ...(await access.creation(given)), project: id };
    const { documentId } = (await strapi.documents(TICKET as never).create({ data } as never)) as unknown as {
      documentId: string;
    };
    return cardOf(strapi, admin, documentId);
  });
}
