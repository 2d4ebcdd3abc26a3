import type { Core } from '@strapi/types';
import { errors, setCreatorFields } from '@strapi/utils';
import merge from 'lodash/merge';
import pick from 'lodash/pick';
import type { Administrator } from './route';

type Row = Record<string, unknown>;

/** The content manager's own judge of a type for a person, as far as it is used here. */
interface PermissionChecker {
  cannot: Record<'read' | 'create' | 'update', (row?: object | null, field?: string) => boolean>;
  validateQuery(query: object): Promise<void>;
  sanitizedQuery: Record<'read' | 'update', (query: object) => Promise<object>>;
  sanitizeOutput(row: object): Promise<Row>;
  sanitizeCreateInput(data: Row): Promise<Row>;
  sanitizeUpdateInput(row: object): (data: Row) => Promise<Row>;
}

interface PermissionCheckers {
  create(request: { userAbility: unknown; model: string }): PermissionChecker;
}

/** Tells which relations a query asks by. */
type PopulateBuilder = (uid: string) => {
  populateFromQuery(query: object): { build(): Promise<Record<string, unknown> | undefined> };
};

/** Strapi's own translation of a query as HTTP carries it into one for the database. */
interface QueryParams {
  transform(uid: string, query: object): { where?: Row };
}

/** What to ask `strapi.db.query()` for. Leave `select` away: a role's conditions may be about any attribute. */
export interface PermittedQuery {
  where: Row;
  /** What the role's conditions need to know of each row. */
  populate: Record<string, unknown>;
}

/** What a person may see and change of a type, by the content manager's permissions. */
export interface ContentAccess {
  /** May at least some rows of the type be read, and this field of them? */
  canRead(field?: string): boolean;
  /** May rows of the type be made, and this field of them be given? */
  canCreate(field?: string): boolean;
  /** May this field be changed, at least in some rows of the type? */
  canUpdate(field: string): boolean;
  /** @throws PolicyError unless the type, and these fields of it, may be read */
  assertCanRead(...fields: string[]): void;
  /**
   * What finds those rows that may be read and that `filters`, as Strapi's REST API takes them, asks for.
   * @throws ValidationError when `filters` asks by a field that may not be read
   */
  query(filters?: Row): Promise<PermittedQuery>;
  /** Of these fields of a row that `query` found, those that may be read. */
  visible(row: object, fields: readonly string[]): Promise<Row>;
  /**
   * What to write to a row that `query` found, in the person's name.
   * @throws PolicyError unless every field of `data` may be changed in this row
   */
  change(row: object, data: Row): Promise<Row>;
  /**
   * What to make a row of, in the person's name.
   * @throws PolicyError unless rows may be made, and every field of `data` be given
   */
  creation(data: Row): Promise<Row>;
}

/**
 * The content manager's permissions for a type, its field permissions and the roles' conditions among them: the panel's
 * own pages show and change no more than the content manager would.
 */
export function contentAccess(
  strapi: Core.Strapi,
  { user, userAbility }: Administrator,
  uid: string,
): ContentAccess {
  const contentManager = strapi.plugin('content-manager');
  const checkers: PermissionCheckers = contentManager.service('permission-checker');
  const populateBuilder: PopulateBuilder = contentManager.service('populate-builder');
  const queryParams: QueryParams = strapi.get('query-params');
  const checker = checkers.create({ userAbility, model: uid });

  const { displayName } = strapi.getModel(uid as Parameters<Core.Strapi['getModel']>[0]).info;
  const refuse = (verb: 'read' | 'create' | 'change', field?: string): never => {
    const subject = field === undefined ? displayName : `${displayName}, ${field}`;
    // The one 403 whose sentence Strapi shows.
    throw new errors.PolicyError(
      `Your role does not let you ${verb} this in the content manager: ${subject}.`,
      { code: 'not_permitted', subject },
    );
  };
  const relationsIn = async (query: object) =>
    (await populateBuilder(uid).populateFromQuery(query).build()) ?? {};

  return {
    canRead: (field) => !checker.cannot.read(null, field),
    canCreate: (field) => !checker.cannot.create(null, field),
    canUpdate: (field) => !checker.cannot.update(null, field),
    assertCanRead(...fields) {
      if (checker.cannot.read()) refuse('read');
      for (const field of fields) if (checker.cannot.read(null, field)) refuse('read', field);
    },
    async query(filters = {}) {
      await checker.validateQuery({ filters });
      const toRead = await checker.sanitizedQuery.read({ filters });
      const toUpdate = await checker.sanitizedQuery.update({});
      return {
        where: queryParams.transform(uid, toRead).where ?? {},
        populate: merge({}, await relationsIn(toUpdate), await relationsIn(toRead)),
      };
    },
    async visible(row, fields) {
      return pick(await checker.sanitizeOutput(row), fields);
    },
    async change(row, data) {
      for (const field of Object.keys(data)) {
        if (checker.cannot.update(row, field)) refuse('change', field);
      }
      const permitted = await checker.sanitizeUpdateInput(row)(data);
      return setCreatorFields({ user, isEdition: true })(permitted);
    },
    async creation(data) {
      if (checker.cannot.create()) refuse('create');
      for (const field of Object.keys(data)) if (checker.cannot.create(null, field)) refuse('create', field);
      return setCreatorFields({ user })(await checker.sanitizeCreateInput(data));
    },
  };
}
