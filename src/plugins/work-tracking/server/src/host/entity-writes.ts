import type { Core } from '@strapi/types';
import { assertMethods } from './known';

/** The writes of Strapi's database layer, through which every other way of writing goes. */
export type EntityWrite = 'create' | 'update' | 'delete' | 'createMany' | 'updateMany' | 'deleteMany';

/** A write as it is asked for. */
export interface WriteRequest {
  uid: string;
  write: EntityWrite;
  params: { where?: Record<string, unknown>; data?: Record<string, unknown> };
}

const WRITES: readonly EntityWrite[] = [
  'create',
  'update',
  'delete',
  'createMany',
  'updateMany',
  'deleteMany',
];

/** Runs `around` in the place of every write of a row; what it is given as `next` is the write itself. */
export function wrapEntityWrites(
  strapi: Core.Strapi,
  around: (request: WriteRequest, next: () => Promise<never>) => Promise<never>,
): void {
  const { entityManager } = strapi.db;
  assertMethods(strapi, 'strapi.db.entityManager', entityManager, WRITES);
  for (const write of WRITES) {
    const original = entityManager[write].bind(entityManager) as (
      uid: string,
      params: WriteRequest['params'],
    ) => Promise<never>;
    entityManager[write] = (uid: string, params: WriteRequest['params']) =>
      around({ uid, write, params }, () => original(uid, params));
  }
}

const RELATION_WRITES = ['attachRelations', 'updateRelations', 'deleteRelations'] as const;

type RelationWrite = (id: number | string, data?: Record<string, unknown>) => Promise<never>;

/**
 * The same for writes of a row's relations alone, which code can ask `strapi.db.query()` for: they run no lifecycle.
 */
export function wrapRelationWrites(
  strapi: Core.Strapi,
  around: (request: WriteRequest, next: () => Promise<never>) => Promise<never>,
): void {
  const { entityManager } = strapi.db;
  assertMethods(strapi, 'strapi.db.entityManager', entityManager, ['getRepository']);
  const getRepository = entityManager.getRepository.bind(entityManager);
  const wrapped = new WeakSet<object>();
  entityManager.getRepository = (uid: string) => {
    const repository = getRepository(uid);
    if (wrapped.has(repository)) return repository;
    wrapped.add(repository);
    const methods = repository as unknown as Record<string, RelationWrite>;
    for (const name of RELATION_WRITES) {
      const original = methods[name]?.bind(repository);
      if (!original) continue;
      const write = name === 'deleteRelations' ? 'delete' : 'update';
      methods[name] = (id, data) =>
        around({ uid, write, params: { where: { id }, ...(data && { data }) } }, () => original(id, data));
    }
    return repository;
  };
}

/** Must run once the types are loaded. @throws Error when a type's queries have other methods */
export const checkRelationWrites = (strapi: Core.Strapi, uid: string): void =>
  assertMethods(strapi, 'strapi.db.query()', strapi.db.query(uid), RELATION_WRITES);
