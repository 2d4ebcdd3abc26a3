import type { Core } from '@strapi/types';
import type { StoredRow } from '../database/kept-rows';
import { memoizePerInstance } from '../database/memoize-per-instance';
import { rowsOf } from '../database/raw-query';
import { tableOf } from '../database/tables';
import type { Project } from '../records/project';
import { API_TOKEN, API_TOKEN_PERMISSION, PROJECT } from '../uids';
import { PROJECT_BINDING_COLUMN } from './bindings';

/** A token that is valid now. */
export interface ProjectToken {
  id: number;
  name: string;
  /** Strapi's type of API token. */
  type: 'full-access' | 'read-only' | 'custom';
  /** Whether a custom token holds the action that was asked for. */
  isGranted: boolean;
  /** Null for one that does not expire. */
  expiresAt: Date | null;
  /** Null when the token belongs to no project. */
  project: Project | null;
  /** The row of the project. */
  storedProject: StoredProject | null;
}

/** A project's row, which has further columns. */
interface StoredProject extends StoredRow {
  key: string;
  name: string;
  venture_key: string;
}

/** The columns of the token, under names that no column of a project has, beside those of its project. */
interface Row extends StoredProject {
  token_row_id: number;
  token_row_name: string;
  token_row_type: ProjectToken['type'];
  token_row_kind: string | null;
  token_row_expires_at: string | number | Date | null;
  token_row_last_used_at: string | number | Date | null;
  token_row_is_granted: number | boolean;
}

const TOKEN_COLUMNS = ['id', 'name', 'type', 'kind', 'expires_at', 'last_used_at'] as const;

interface TokenService {
  hash: (accessKey: string) => string;
}

/** The time of the last use is written once an hour, as Strapi does. */
const LAST_USE_PRECISION_MS = 60 * 60 * 1000;

/**
 * Reads a token, its project and its right to `action` in one query by index. Nothing is cached, so a revocation
 * works at once on every instance.
 * @returns null for a token that is unknown, expired or of another kind than content API
 */
export async function findToken(
  strapi: Core.Strapi,
  accessKey: string,
  action: string,
): Promise<ProjectToken | null> {
  const row = await tokenRow(strapi, accessKey, action);
  if (!row) return null;
  const {
    token_row_id: id,
    token_row_name: name,
    token_row_type: type,
    token_row_kind: kind,
    token_row_expires_at: expires,
    token_row_last_used_at: lastUsedAt,
    token_row_is_granted: isGranted,
    ...storedProject
  } = row;
  if (kind !== null && kind !== 'content-api') return null;
  const now = Date.now();
  const expiresAt = expires === null ? null : new Date(expires);
  if (expiresAt !== null && expiresAt.getTime() < now) return null;
  if (lastUsedAt === null || now - new Date(lastUsedAt).getTime() >= LAST_USE_PRECISION_MS) {
    await rememberUse(strapi, id, new Date(now));
  }
  const hasProject = (storedProject.id as number | null) !== null;
  return {
    id,
    name,
    type,
    isGranted: Boolean(isGranted),
    expiresAt,
    project: hasProject ? projectOf(storedProject) : null,
    storedProject: hasProject ? storedProject : null,
  };
}

const projectOf = ({ id, document_id: documentId, key, name, venture_key: ventureKey }: StoredProject) => ({
  id,
  documentId,
  key,
  name,
  ventureKey,
});

/** Stand in the compiled query for what is asked for. */
const [ACTION, HASH] = ['<action>', '<hash>'];

async function tokenRow(strapi: Core.Strapi, accessKey: string, action: string): Promise<Row | undefined> {
  const { hash } = strapi.service('admin::api-token-content-api') as TokenService;
  const { sql, bindings } = tokenQuery(strapi);
  const asked: Record<string, string> = { [ACTION]: action, [HASH]: hash(accessKey) };
  const [row] = await rowsOf<Row>(
    strapi,
    sql,
    (bindings as string[]).map((value) => asked[value] ?? value),
  );
  return row;
}

/** The query, compiled once: making it takes longer than asking the database. */
const tokenQuery = memoizePerInstance((strapi: Core.Strapi) => {
  const { metadata, connection } = strapi.db;
  const permissions = metadata.get(API_TOKEN_PERMISSION).tableName;
  const { joinTable } = metadata.get(API_TOKEN_PERMISSION).attributes.token as unknown as {
    joinTable: { name: string; joinColumn: { name: string }; inverseJoinColumn: { name: string } };
  };
  const granted = strapi.db
    .getConnection()
    .select(connection.raw('1'))
    .from(`${permissions} as permission`)
    .join(`${joinTable.name} as link`, `link.${joinTable.joinColumn.name}`, 'permission.id')
    .whereRaw('?? = ??', [`link.${joinTable.inverseJoinColumn.name}`, 'token.id'])
    .where('permission.action', ACTION);

  return strapi.db
    .getConnection()
    .select(
      'project.*',
      ...TOKEN_COLUMNS.map((column) => `token.${column} as token_row_${column}`),
      connection.raw('exists ? as token_row_is_granted', [granted]),
    )
    .from(`${metadata.get(API_TOKEN).tableName} as token`)
    .leftJoin(
      `${metadata.get(PROJECT).tableName} as project`,
      'project.id',
      `token.${PROJECT_BINDING_COLUMN}`,
    )
    .where('token.access_key', HASH)
    .limit(1)
    .toSQL();
});

async function rememberUse(strapi: Core.Strapi, id: number, at: Date): Promise<void> {
  await tableOf(strapi, API_TOKEN).where({ id }).update({ last_used_at: at });
}
