import type { Core } from '@strapi/types';
import { memoizePerInstance } from '../database/memoize-per-instance';
import { rowsOf } from '../database/raw-query';
import { tableOf } from '../database/tables';
import { apiTokens } from '../host/api-tokens';
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
}

interface Row {
  id: number;
  name: string;
  type: ProjectToken['type'];
  kind: string | null;
  expires_at: string | number | Date | null;
  last_used_at: string | number | Date | null;
  is_granted: number | boolean;
  /** Null, with all that follows, for a token without a project. */
  project_id: number | null;
  project_document_id: string;
  project_key: string;
  project_name: string;
  project_venture_key: string;
}

const TOKEN_COLUMNS = ['id', 'name', 'type', 'kind', 'expires_at', 'last_used_at'] as const;
const PROJECT_COLUMNS = ['id', 'document_id', 'key', 'name', 'venture_key'] as const;

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
  const { id, name, type, kind, expires_at: expires, last_used_at: lastUsedAt } = row;
  if (kind !== null && kind !== 'content-api') return null;
  const now = Date.now();
  const expiresAt = expires === null ? null : new Date(expires);
  if (expiresAt !== null && expiresAt.getTime() < now) return null;
  if (lastUsedAt === null || now - new Date(lastUsedAt).getTime() >= LAST_USE_PRECISION_MS) {
    await rememberUse(strapi, id, new Date(now));
  }
  return { id, name, type, isGranted: Boolean(row.is_granted), expiresAt, project: projectOf(row) };
}

const projectOf = ({ project_id: id, ...row }: Row): Project | null =>
  id === null
    ? null
    : {
        id,
        documentId: row.project_document_id,
        key: row.project_key,
        name: row.project_name,
        ventureKey: row.project_venture_key,
      };

/** Stand in the compiled query for what is asked for. */
const [ACTION, HASH] = ['<action>', '<hash>'];

async function tokenRow(strapi: Core.Strapi, accessKey: string, action: string): Promise<Row | undefined> {
  const { sql, bindings } = tokenQuery(strapi);
  const asked: Record<string, string> = { [ACTION]: action, [HASH]: apiTokens(strapi).hash(accessKey) };
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
      ...TOKEN_COLUMNS.map((column) => `token.${column}`),
      connection.raw('exists ? as is_granted', [granted]),
      ...PROJECT_COLUMNS.map((column) => `project.${column} as project_${column}`),
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
