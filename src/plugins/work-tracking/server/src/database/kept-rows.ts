import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { afterwards, answering, type KnexQuery } from './knex-query';

/** A row as the driver gives it, by the names of its columns. */
export type StoredRow = Record<string, unknown> & { id: number; document_id: string };

/** The types whose rows a transaction keeps. */
interface KeptTypes {
  /** Rows of these are kept while the transaction holds their locks: it has locked them, or written them. */
  written: readonly string[];
  /** Rows of these are only referred to, and are kept from the first time that they are read. */
  referenced: readonly string[];
}

/** What one transaction knows of the rows of a type. */
interface Kept {
  rows: Map<number, StoredRow>;
  /** The ids of those that nobody else can change before the transaction ends. */
  held: Set<number>;
  isReferenced: boolean;
}

/** The parts that are used here of Strapi's query builder. */
interface QueryBuilder {
  state: {
    type: string;
    select: unknown[];
    where: Record<string, unknown>[];
    data: unknown;
    first: boolean;
    forUpdate: boolean;
    limit: unknown;
    offset: unknown;
    filters: unknown;
    search: unknown;
    joins: unknown[];
  };
  processState(): void;
  getKnexQuery(): KnexQuery;
  execute(options?: object): Promise<unknown>;
}

interface Callbacks {
  trx: Knex.Transaction;
  onCommit: (callback: () => unknown) => void;
}

type Begin = (work?: (callbacks: Callbacks) => unknown) => Promise<unknown>;

/** A statement as knex tells of it. */
interface Statement {
  method?: string;
  sql: string;
}

/** knex's names of statements that change nothing. */
const READS: readonly unknown[] = ['select', 'first', 'pluck'];

const running = new AsyncLocalStorage<Knex.Transaction>();
const known = new AsyncLocalStorage<{ uid: string; row: StoredRow }>();

/** Runs work whose transactions begin with this row of a referenced type, which was read just before. */
export const withKnownRow = <Result>(uid: string, row: StoredRow, work: () => Result): Result =>
  known.run({ uid, row }, work);

/**
 * Reads a row once in a transaction. Strapi's document service, its database layer and the lifecycles each ask for the
 * row that is written, and the document service once more after the commit, for its `entry.*` event; those that come
 * after the first get what is known of it. PostgreSQL and SQLite return a row as they write it. Any other statement
 * that may change it makes the transaction forget: what a lifecycle of the application writes by itself is read again.
 */
export function keepRows(strapi: Core.Strapi, types: KeptTypes): void {
  const { entityManager } = strapi.db;
  const knowledge = new WeakMap<Knex.Transaction, Knowledge>();

  const db = strapi.db as unknown as { transaction: Begin };
  const begin = db.transaction.bind(db);
  const following = (trx: Knex.Transaction, callback: () => unknown) => () => {
    knowledge.get(trx)?.endWithThisTurn();
    return running.run(trx, callback);
  };
  db.transaction = (work) =>
    work === undefined
      ? begin()
      : begin(({ trx, onCommit, ...others }) => {
          const callbacks = {
            ...others,
            trx,
            onCommit: (callback: () => unknown) => onCommit(following(trx, callback)),
          };
          return running.run(trx, () => work(callbacks));
        });

  const create = entityManager.createQueryBuilder.bind(entityManager);
  entityManager.createQueryBuilder = (uid: string) => {
    const builder = create(uid);
    const transaction = running.getStore();
    const isKept = types.written.includes(uid) || types.referenced.includes(uid);
    if (!isKept || transaction === undefined) return builder;
    let own = knowledge.get(transaction);
    if (!own) knowledge.set(transaction, (own = new Knowledge(strapi, transaction, types)));
    own.use(uid, builder);
    return builder;
  };
}

/** What a transaction knows of rows. */
class Knowledge {
  private readonly kept: ReadonlyMap<string, Kept>;
  private writes = 0;
  /** Whether the transaction has committed just now: what it knew holds until the end of this turn. */
  private isFresh = false;

  constructor(
    private readonly strapi: Core.Strapi,
    private readonly transaction: Knex.Transaction,
    { written, referenced }: KeptTypes,
  ) {
    const of = (uid: string, isReferenced: boolean): [string, Kept] => [
      uid,
      { rows: new Map(), held: new Set(), isReferenced },
    ];
    this.kept = new Map([...written.map((uid) => of(uid, false)), ...referenced.map((uid) => of(uid, true))]);
    const before = known.getStore();
    if (before) this.kept.get(before.uid)?.rows.set(before.row.id, before.row);
    transaction.on('query', ({ method, sql }: Statement) => {
      if (!READS.includes(method) && !sql.startsWith('COMMIT')) this.forget(sql);
    });
  }

  /** Called after the commit, when others may change the rows again. */
  endWithThisTurn(): void {
    if (this.isFresh) return;
    this.isFresh = true;
    setImmediate(() => {
      this.isFresh = false;
      for (const { rows } of this.kept.values()) rows.clear();
    });
  }

  /** A statement that changes referenced rows, or inserts any, names their table. Another may do so in a function. */
  private forget(sql: string): void {
    this.writes += 1;
    const isInsert = sql.startsWith('insert into');
    for (const [uid, { rows, isReferenced }] of this.kept) {
      const isNamed = sql.includes(this.strapi.db.metadata.get(uid).tableName);
      if (isNamed || (!isReferenced && !isInsert)) rows.clear();
    }
  }

  /** Makes a query of Strapi's tell what it finds, or answer with what is known. */
  use(uid: string, builder: QueryBuilder): void {
    const kept = this.kept.get(uid);
    if (!kept || (this.transaction.isCompleted() && !this.isFresh)) return;
    const execute = builder.execute.bind(builder);
    builder.execute = async (options) => {
      const make = builder.getKnexQuery.bind(builder);
      // Whoever asks for the query itself, to build another with it, gets knex's.
      builder.getKnexQuery = () => this.answer(kept, builder) ?? this.observed(kept, builder, make);
      try {
        return await execute(options);
      } finally {
        builder.getKnexQuery = make;
      }
    };
  }

  private answer(kept: Kept, builder: QueryBuilder): KnexQuery | undefined {
    const ids = wantedIds(builder, kept);
    if (!ids) return undefined;
    const { type, first, forUpdate } = builder.state;
    const rows = ids.map((id) => kept.rows.get(id));
    const isKnown = rows.every((row) => row !== undefined && (!forUpdate || kept.held.has(row.id)));
    if (!isKnown) return undefined;
    builder.processState();
    if (type === 'count') return answering({ count: rows.length });
    const copies = (rows as StoredRow[]).map(copyOf);
    return answering(first ? copies[0] : copies);
  }

  private observed(kept: Kept, builder: QueryBuilder, make: () => KnexQuery): KnexQuery {
    const { type, data, where, forUpdate } = builder.state;
    const isRead = type === 'select' && wantedColumns(builder);
    const isWrite = type === 'insert' || type === 'update';
    const isOfOne = type === 'insert' ? !Array.isArray(data) : isById(where);
    const query = make();
    if (isRead) {
      return afterwards(query, (found) => {
        for (const row of [found].flat().filter(Boolean) as StoredRow[]) {
          if (forUpdate) kept.held.add(row.id);
          if (kept.isReferenced || kept.held.has(row.id)) kept.rows.set(row.id, copyOf(row));
        }
        return found;
      });
    }
    if (!isWrite || !isOfOne) return query;
    return this.observedWrite(kept, query, type === 'update' ? (where[0]?.id as number) : undefined);
  }

  /** @param updated the id of the row that is updated; undefined where one is inserted */
  private observedWrite(kept: Kept, query: KnexQuery, updated: number | undefined): KnexQuery {
    const returnsRow = this.strapi.db.dialect.useReturning();
    if (returnsRow) (query as KnexQuery & { returning(columns: string): void }).returning('*');
    const writesBefore = this.writes;
    return afterwards(query, (result) => {
      const [row] = (returnsRow ? result : []) as (StoredRow | undefined)[];
      const id = row?.id ?? updated ?? (result as number[])[0];
      if (id !== undefined) kept.held.add(id);
      // Otherwise something was written beside it.
      if (row && this.writes === writesBefore + 1) kept.rows.set(row.id, copyOf(row));
      // Strapi expects how many rows were updated.
      return returnsRow && updated !== undefined ? (result as unknown[]).length : result;
    });
  }
}

/** The ids of the rows that a query asks for, all of their columns; undefined where it asks for anything else. */
function wantedIds(builder: QueryBuilder, { rows }: Kept): number[] | undefined {
  const { type, where, filters, search, joins, limit, offset, first } = builder.state;
  const [conditions = {}, ...others] = where;
  const names = Object.keys(conditions);
  if (names.length !== 1 || others.length > 0 || filters || search || joins.length > 0) return undefined;
  if (limit !== null || offset !== null) return undefined;
  const isRead = type === 'select' && wantedColumns(builder);
  if (!isRead && type !== 'count') return undefined;
  const { id, documentId } = conditions;
  const { $in: among } = Object(id) as { $in?: unknown };
  if (type === 'count' || Array.isArray(id)) {
    const ids = type === 'count' ? among : id;
    return Array.isArray(ids) && ids.every((one) => typeof one === 'number') ? [...new Set(ids)] : undefined;
  }
  if (!first) return undefined;
  if (typeof id === 'number') return [id];
  const row = [...rows.values()].find(({ document_id: own }) => own === documentId);
  return row && [row.id];
}

/** Whether a query asks for all columns of the row itself. */
const wantedColumns = ({ state: { select } }: QueryBuilder): boolean =>
  select[0] === '*' && select.every((column) => typeof column === 'string');

const isById = (where: readonly Record<string, unknown>[]): boolean =>
  where.length === 1 && Object.keys(where[0] ?? {}).join() === 'id' && typeof where[0]?.id === 'number';

/** Whoever gets a row may change what is in it: PostgreSQL's driver reads JSON. */
function copyOf(row: StoredRow): StoredRow {
  const copy = { ...row };
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      (copy as Record<string, unknown>)[column] = structuredClone(value);
    }
  }
  return copy;
}
