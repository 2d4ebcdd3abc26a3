import type { Core } from '@strapi/types';
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
}

interface Row {
  id: number;
  name: string;
  type: ProjectToken['type'];
  kind: string | null;
  expires_at: string | number | Date | null;
  last_used_at: string | number | Date | null;
  is_granted: number | boolean;
  project_id: number | null;
  project_document_id: string;
  project_key: string;
  project_name: string;
  venture_key: string;
}

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
  if (!row || (row.kind !== null && row.kind !== 'content-api')) return null;
  const now = Date.now();
  const expiresAt = row.expires_at === null ? null : new Date(row.expires_at);
  if (expiresAt !== null && expiresAt.getTime() < now) return null;
  if (row.last_used_at === null || now - new Date(row.last_used_at).getTime() >= LAST_USE_PRECISION_MS) {
    await rememberUse(strapi, row.id, new Date(now));
  }
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    isGranted: Boolean(row.is_granted),
    expiresAt,
    project:
      row.project_id === null
        ? null
        : {
            id: row.project_id,
            documentId: row.project_document_id,
            key: row.project_key,
            name: row.project_name,
            ventureKey: row.venture_key,
          },
  };
}

async function tokenRow(strapi: Core.Strapi, accessKey: string, action: string): Promise<Row | undefined> {
  const { metadata } = strapi.db;
  const { connection } = strapi.db;
  const { hash } = strapi.service('admin::api-token-content-api') as TokenService;
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
    .where('permission.action', action);

  return strapi.db
    .getConnection()
    .select(
      'token.id',
      'token.name',
      'token.type',
      'token.kind',
      'token.expires_at',
      'token.last_used_at',
      connection.raw('exists ? as is_granted', [granted]),
      'project.id as project_id',
      'project.document_id as project_document_id',
      'project.key as project_key',
      'project.name as project_name',
      'project.venture_key',
    )
    .from(`${metadata.get(API_TOKEN).tableName} as token`)
    .leftJoin(
      `${metadata.get(PROJECT).tableName} as project`,
      'project.id',
      `token.${PROJECT_BINDING_COLUMN}`,
    )
    .where('token.access_key', hash(accessKey))
    .first() as Promise<Row | undefined>;
}

async function rememberUse(strapi: Core.Strapi, id: number, at: Date): Promise<void> {
  await tableOf(strapi, API_TOKEN).where({ id }).update({ last_used_at: at });
}
