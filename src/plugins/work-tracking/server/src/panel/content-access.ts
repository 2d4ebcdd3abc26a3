import type { Core } from '@strapi/types';
import merge from 'lodash/merge';
import pick from 'lodash/pick';
import { countPermitted, isReadableInEach, notPermitted } from '../access/admin-rights';
import { contentManager, queryParams } from '../host/content-manager-services';
import { setCreatorFields } from '../host/strapi-utils';
import { assertFiltersReadable } from './readable-fields';
import type { Administrator } from './route';

type Row = Record<string, unknown>;

/** Parameters for `strapi.db.query()`. Don't add `select`: a role's conditions may be about any attribute. */
export interface PermittedQuery {
  where: Row;
  /** The relations that the role's conditions refer to. */
  populate: Record<string, unknown>;
}

/** Whether every row matches, as for a role that may read all of a type. */
export const matchesAll = (where: Row): boolean =>
  Object.entries(where).every(
    ([operator, conditions]) => operator === '$and' && (conditions as Row[]).every(matchesAll),
  );

/** A person's rights to read and change a type, by the content manager's permissions. */
export interface ContentAccess {
  /** Whether at least some rows of the type may be read, and this field in each of them. */
  canRead(field?: string): boolean;
  /** Whether a row may be read that holds what `query` populates; it need not be stored. */
  canReadRow(row: object): boolean;
  /** Whether rows of the type may be created, and with this field. */
  canCreate(field?: string): boolean;
  /** Whether a row that matches `where`, of a database query, may be published. */
  canPublish(where: object): Promise<boolean>;
  /** Whether this field may be changed in at least some rows of the type. */
  canUpdate(field: string): boolean;
  /** @throws WorkTrackingError `not_permitted` unless the type and these fields may be read */
  assertCanRead(...fields: string[]): void;
  /**
   * A query for the rows that match `filters`, as Strapi's REST API takes them, and that may be read.
   * @throws ValidationError, WorkTrackingError `not_permitted` when `filters` uses a field that may not be read
   */
  query(filters?: Row): Promise<PermittedQuery>;
  /** Picks those of the fields that may be read, in a row that `query` found. */
  visible(row: object, fields: readonly string[]): Promise<Row>;
  /** The readable part of each of these rows, by row id; those that may not be read are left out. */
  readable(ids: readonly number[]): Promise<Map<number, Row>>;
  /** Whether this field may be changed in a row that `query` found. */
  canChange(row: object, field: string): boolean;
  /**
   * The data to write to a row that `query` found, with the person as its editor.
   * @throws WorkTrackingError `not_permitted` unless every field of `data` may be changed in this row
   */
  change(row: object, data: Row): Promise<Row>;
  /** The data to write where an action of the plugin itself permits the change, with the person as its editor. */
  ownChange(data: Row): Row;
  /**
   * The data to create a row with, with the person as its creator.
   * @throws WorkTrackingError `not_permitted` unless rows may be created with every field of `data`
   */
  creation(data: Row): Promise<Row>;
}

/**
 * The content manager's permissions for a type, including field permissions and the roles' conditions. The plugin's
 * pages show and change no more than the content manager would.
 */
export function contentAccess(
  strapi: Core.Strapi,
  { user, userAbility }: Administrator,
  uid: string,
): ContentAccess {
  const checker = contentManager(strapi, 'permission-checker').create({ userAbility, model: uid });
  const populateBuilder = contentManager(strapi, 'populate-builder');

  const refuse = (verb: 'read' | 'create' | 'change', field?: string): never => {
    throw notPermitted(strapi, uid, verb, field);
  };
  const relationsIn = async (query: object) =>
    (await populateBuilder(uid).populateFromQuery(query).build()) ?? {};

  const canRead = (field?: string) =>
    field === undefined ? !checker.cannot.read() : isReadableInEach(userAbility, { uid, field });

  async function query(filters: Row = {}): Promise<PermittedQuery> {
    await checker.validateQuery({ filters });
    assertFiltersReadable(strapi, userAbility, { uid }, filters);
    const toRead = await checker.sanitizedQuery.read({ filters });
    const toUpdate = await checker.sanitizedQuery.update({});
    return {
      where: queryParams(strapi).transform(uid, toRead).where ?? {},
      populate: merge({}, await relationsIn(toUpdate), await relationsIn(toRead)),
    };
  }

  return {
    canRead,
    canReadRow: (row) => !checker.cannot.read(row),
    canCreate: (field) => !checker.cannot.create(null, field),
    canUpdate: (field) => !checker.cannot.update(null, field),
    canPublish: async (where) =>
      (await countPermitted(strapi, userAbility, { uid, verb: 'publish' }, where)) > 0,
    assertCanRead(...fields) {
      if (!canRead()) refuse('read');
      for (const field of fields) if (!canRead(field)) refuse('read', field);
    },
    query,
    async visible(row, fields) {
      return pick(await checker.sanitizeOutput(row), fields);
    },
    async readable(ids) {
      if (!canRead()) return new Map();
      const { where, populate } = await query({ id: { $in: [...ids] } });
      const rows: { id: number }[] = await strapi.db.query(uid).findMany({ where, populate });
      return new Map(
        await Promise.all(rows.map(async (row) => [row.id, await checker.sanitizeOutput(row)] as const)),
      );
    },
    canChange: (row, field) => !checker.cannot.update(row, field),
    async change(row, data) {
      for (const field of Object.keys(data)) {
        if (checker.cannot.update(row, field)) refuse('change', field);
      }
      const permitted = await checker.sanitizeUpdateInput(row)(data);
      return setCreatorFields({ user, isEdition: true })(permitted);
    },
    ownChange: (data) => setCreatorFields({ user, isEdition: true })(data),
    async creation(data) {
      if (checker.cannot.create()) refuse('create');
      for (const field of Object.keys(data)) if (checker.cannot.create(null, field)) refuse('create', field);
      return setCreatorFields({ user })(await checker.sanitizeCreateInput(data));
    },
  };
}
