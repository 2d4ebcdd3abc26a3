import type { Core } from '@strapi/types';
import sortBy from 'lodash/sortBy';
import { actionId } from '../../../domain/panel-actions';
import { tableName } from '../database/tables';
import { ADMIN_USER, DECISION, PROJECT, READ_CONTENT, TICKET } from '../uids';

/** An administrator as it is stored, as far as people see each other. */
export interface PersonRow {
  id: number;
  firstname: string | null;
  lastname: string | null;
  username: string | null;
}

/** Somebody whom a ticket can belong to. There is no address in it. */
export interface Person {
  /** The row id: administrators have no other public id. */
  id: string;
  name: string;
}

export const PERSON_COLUMNS = ['id', 'firstname', 'lastname', 'username'];

const BY_NAME = [{ firstname: 'asc' }, { lastname: 'asc' }, { id: 'asc' }];

/** The first and last name of an administrator, or else the user name; empty without either. */
export const fullName = (names: Partial<Omit<PersonRow, 'id'>>): string =>
  [names.firstname, names.lastname].filter(Boolean).join(' ') || (names.username ?? '');

export const personRecord = (row: PersonRow): Person => ({
  id: String(row.id),
  name: fullName(row) || `Administrator ${row.id}`,
});

/** The people whom a ticket can be assigned to: the active administrators whose role may move tickets, by name. */
export async function assignablePeople(strapi: Core.Strapi): Promise<Person[]> {
  const rows: PersonRow[] = await strapi.db.query(ADMIN_USER).findMany({
    select: PERSON_COLUMNS,
    where: MAY_BE_ASSIGNED,
    orderBy: BY_NAME,
  });
  return rows.map(personRecord);
}

/** The people who have tickets, also those whom none can be assigned to any more, by name. */
export async function peopleWithTickets(strapi: Core.Strapi): Promise<Person[]> {
  const { connection } = strapi.db;
  const theirs = connection({ t: tableName(strapi, TICKET) })
    .select('t.id')
    .whereRaw('t.assignee_id = u.id')
    .orderBy(['t.state', 't.synced_at', 't.id'])
    .limit(1);
  // Where a few people have most of the tickets, MariaDB reads all of them for `exists`, and PostgreSQL without the order.
  const rows: PersonRow[] = await connection({ u: tableName(strapi, ADMIN_USER) })
    .select(PERSON_COLUMNS)
    .whereRaw('? is not null', [theirs]);
  return sortBy(rows, ['firstname', 'lastname', 'id']).map(personRecord);
}

/** @param id row id of an administrator */
export const isAssignable = async (strapi: Core.Strapi, id: number): Promise<boolean> =>
  (await strapi.db.query(ADMIN_USER).count({ where: { $and: [MAY_BE_ASSIGNED, { id }] } })) > 0;

/** A few of the people whose roles let them make projects, by name. */
export async function projectMakers(strapi: Core.Strapi): Promise<Person[]> {
  const rows: PersonRow[] = await strapi.db.query(ADMIN_USER).findMany({
    select: PERSON_COLUMNS,
    where: {
      ...ACTIVE,
      $and: [
        holds({ action: actionId('token.manage') }),
        holds({ action: 'plugin::content-manager.explorer.create', subject: PROJECT }),
      ],
    },
    orderBy: BY_NAME,
    limit: 3,
  });
  return rows.map(personRecord);
}

/** Who may approve. */
export interface Signers {
  /** The names of the first of them. */
  signers: string[];
  hasOtherSigners: boolean;
}

/**
 * The people whose roles let them read and resolve decisions, by name.
 * @param without row ids of administrators who are not meant
 * @param limit how many are named
 */
export async function signersWithout(
  strapi: Core.Strapi,
  without: readonly number[],
  limit: number,
): Promise<Signers> {
  const rows: PersonRow[] = await strapi.db.query(ADMIN_USER).findMany({
    select: PERSON_COLUMNS,
    where: {
      ...ACTIVE,
      id: { $notIn: [...without] },
      $and: [
        holds({ action: actionId('decision.resolve') }),
        holds({ action: READ_CONTENT, subject: DECISION }),
      ],
    },
    orderBy: BY_NAME,
    limit: limit + 1,
  });
  const names = rows.slice(0, limit).map((row) => personRecord(row).name);
  return { signers: names, hasOtherSigners: rows.length > limit };
}

const holds = (permission: object) => ({ roles: { permissions: permission } });

const ACTIVE = {
  isActive: true,
  $or: [{ blocked: false }, { blocked: null }],
};

const MAY_BE_ASSIGNED = {
  ...ACTIVE,
  ...holds({ action: actionId('ticket.move') }),
};
