import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import { MAX_VIEWS, storedViewName, viewNameKey } from '../../../../domain/board';
import { invalidField, WorkTrackingError } from '../../../../domain/errors';
import { lockRow } from '../../database/locks';
import { insertRows, tableOf } from '../../database/tables';
import { transact } from '../../database/transact';
import type { PersonRow } from '../../records/person';
import { ADMIN_USER, BOARD_VIEW } from '../../uids';

/** A view as it is stored, with the people it is about. */
export interface BoardView {
  id: number;
  documentId: string;
  name: string;
  filters: unknown;
  owner: PersonRow | null;
  role: RoleRow | null;
}

export interface RoleRow {
  id: number;
  name: string;
}

/** The attributes of a view that a person gives. */
export interface ViewInput {
  name: string;
  filters: Readonly<Record<string, string>>;
  /** The row id of the role that sees it too; one of the owner's own. */
  role: number | null;
}

interface Owner {
  id: number;
  roles: RoleRow[];
}

/** Locks a person and reads their roles. Of two transactions that add a view, the second counts the first one's. */
async function lockOwner(strapi: Core.Strapi, id: number): Promise<Owner> {
  await lockRow(strapi, ADMIN_USER, { id });
  const owner = (await strapi.db.query(ADMIN_USER).findOne({
    select: ['id'],
    where: { id },
    populate: { roles: { select: ['id', 'name'] } },
  })) as Owner | null;
  if (owner === null) throw new WorkTrackingError('not_found');
  return owner;
}

/**
 * Stores a view of a person.
 * @returns its public id
 * @throws WorkTrackingError `view_name_taken`, `view_limit`, `validation_failed`
 */
export async function addView(strapi: Core.Strapi, ownerId: number, input: ViewInput): Promise<string> {
  const documentId = uuidv7();
  await transact(strapi, async () => {
    const owner = await lockOwner(strapi, ownerId);
    const row = await rowOf(strapi, owner, input);
    const count = await strapi.db.query(BOARD_VIEW).count({ where: { owner_id: ownerId } });
    if (count >= MAX_VIEWS) throw new WorkTrackingError('view_limit');
    await insertRows(
      strapi,
      BOARD_VIEW,
      [{ ...row, document_id: documentId, owner_id: ownerId }],
      new Date(),
    );
  });
  return documentId;
}

/** @throws WorkTrackingError `not_found` for a view that is not the person's own, and as for a new one */
export async function changeView(
  strapi: Core.Strapi,
  ownerId: number,
  documentId: string,
  input: ViewInput,
): Promise<void> {
  await transact(strapi, async () => {
    const owner = await lockOwner(strapi, ownerId);
    const row = await rowOf(strapi, owner, input, documentId);
    await changeOwn(strapi, { document_id: documentId, owner_id: ownerId }, (view) =>
      view.update({ ...row, updated_at: new Date() }),
    );
  });
}

/** @throws WorkTrackingError `not_found` for a view that is not the person's own */
export const deleteView = (strapi: Core.Strapi, ownerId: number, documentId: string): Promise<void> =>
  changeOwn(strapi, { document_id: documentId, owner_id: ownerId }, (view) => view.delete());

async function changeOwn(
  strapi: Core.Strapi,
  where: { document_id: string; owner_id: number },
  change: (view: ReturnType<typeof tableOf>) => ReturnType<typeof tableOf>,
): Promise<void> {
  const changed = (await strapi.db.transaction(({ trx }) =>
    change(tableOf(strapi, BOARD_VIEW).where(where)).transacting(trx),
  )) as unknown as number;
  if (changed === 0) throw new WorkTrackingError('not_found', { message: 'You have no such view.' });
}

async function rowOf(
  strapi: Core.Strapi,
  owner: Owner,
  { name, filters, role }: ViewInput,
  documentId?: string,
): Promise<object> {
  const stored = storedViewName(name);
  const nameKey = viewNameKey(stored);
  const sameName: { documentId: string } | null = await strapi.db
    .query(BOARD_VIEW)
    .findOne({ select: ['documentId'], where: { owner_id: owner.id, nameKey } });
  if (sameName && sameName.documentId !== documentId) throw new WorkTrackingError('view_name_taken');
  if (role !== null && !owner.roles.some(({ id }) => id === role)) {
    throw invalidField('role', 'A view can be shared with a role of your own.');
  }
  return { name: stored, name_key: nameKey, filters: JSON.stringify(filters), role_id: role };
}

/** The views that a person sees: their own, and those that are shared with one of their roles. */
export async function viewsOf(
  strapi: Core.Strapi,
  personId: number,
): Promise<{ views: BoardView[]; roles: RoleRow[] }> {
  const person = (await strapi.db.query(ADMIN_USER).findOne({
    select: ['id'],
    where: { id: personId },
    populate: { roles: { select: ['id', 'name'] } },
  })) as Owner | null;
  const roles = person?.roles ?? [];
  const views: BoardView[] = await strapi.db.query(BOARD_VIEW).findMany({
    where: { $or: [{ owner_id: personId }, { role_id: { $in: roles.map(({ id }) => id) } }] },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
    populate: {
      owner: { select: ['id', 'firstname', 'lastname', 'username'] },
      role: { select: ['id', 'name'] },
    },
  });
  return { views, roles };
}

/** Deletes the views of some people, shared ones too. */
export const deleteViewsOf = (strapi: Core.Strapi, personIds: readonly number[]): Promise<unknown> =>
  strapi.db.transaction(({ trx }) =>
    tableOf(strapi, BOARD_VIEW).whereIn('owner_id', personIds).delete().transacting(trx),
  );
