import type { Core } from '@strapi/types';
import { memoizePerInstance } from '../database/memoize-per-instance';
import { rowsOf } from '../database/raw-query';
import { tableOf } from '../database/tables';
import { apiTokens } from '../host/api-tokens';
import { joinTableOf } from '../host/relation-tables';
import type { Project } from '../records/project';
import { projectColumn, projectIn } from '../records/project-column';
import { API_TOKEN, API_TOKEN_PERMISSION } from '../uids';
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
  project: Project | string | null;
}

const TOKEN_COLUMNS = ['id', 'name', 'type', 'kind', 'expires_at', 'last_used_at'] as const;

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
  return { id, name, type, isGranted: Boolean(row.is_granted), expiresAt, project: projectIn(row) };
}

/** Placeholders in the compiled query. */
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
  const link = joinTableOf(strapi, API_TOKEN_PERMISSION, 'token');
  const granted = strapi.db
    .getConnection()
    .select(connection.raw('1'))
    .from(`${metadata.get(API_TOKEN_PERMISSION).tableName} as permission`)
    .join(`${link.name} as link`, `link.${link.ownColumn}`, 'permission.id')
    .whereRaw('?? = ??', [`link.${link.otherColumn}`, 'token.id'])
    .where('permission.action', ACTION);

  return strapi.db
    .getConnection()
    .select(
      ...TOKEN_COLUMNS.map((column) => `token.${column}`),
      connection.raw('exists ? as is_granted', [granted]),
      projectColumn(strapi, `token.${PROJECT_BINDING_COLUMN}`),
    )
    .from(`${metadata.get(API_TOKEN).tableName} as token`)
    .where('token.access_key', HASH)
    .limit(1)
    .toSQL();
});

async function rememberUse(strapi: Core.Strapi, id: number, at: Date): Promise<void> {
  await tableOf(strapi, API_TOKEN).where({ id }).update({ last_used_at: at });
}
