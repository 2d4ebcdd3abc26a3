import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import { PROJECT_BINDING } from '../../access/bindings';
import type { Project } from '../../records/project';
import { API_TOKEN, AUDIT_ENTRY } from '../../uids';
import { PROJECT_FIELDS } from '../project-choices';
import { readableProjects } from '../projects/projects';
import type { Administrator } from '../route';

/** A token as Strapi keeps it, with what is ours. */
export interface StoredToken {
  id: number;
  name: string;
  description: string | null;
  type: 'full-access' | 'read-only' | 'custom';
  /** Null for those from before Strapi knew kinds. */
  kind: string | null;
  lastUsedAt: string | null;
  expiresAt: string | null;
  createdAt: string;
  permissions?: { action: string }[];
  [PROJECT_BINDING]: Project | null;
}

/** What a token may do: in its project and nowhere else, or, as Strapi's own types, in all of Strapi. */
type TokenAccess = 'full' | 'read-only' | 'custom' | 'strapi-full-access' | 'strapi-read-only';

/** The tokens of a project, or of all that the person may read; the newest first. Their secrets are not kept. */
export async function tokenList(strapi: Core.Strapi, admin: Administrator) {
  const projects = await readableProjects(strapi, admin);
  const tokens: StoredToken[] = await strapi.db.query(API_TOKEN).findMany({
    where: { [PROJECT_BINDING]: { id: { $in: projects.map(({ id }) => id) } } },
    populate: { permissions: true, [PROJECT_BINDING]: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const issues = await issuesOf(strapi, tokens);
  return tokens.map((token) => ({
    ...shown(strapi, token),
    project: pick(token[PROJECT_BINDING], PROJECT_FIELDS),
    issued: issues.get(String(token.id)) ?? null,
  }));
}

/** Strapi's API tokens that may be bound: of the content API, and of no project yet. */
export async function bindableTokens(strapi: Core.Strapi) {
  const tokens: StoredToken[] = await strapi.db.query(API_TOKEN).findMany({
    where: { [PROJECT_BINDING]: null, $or: [{ kind: 'content-api' }, { kind: null }] },
    populate: { permissions: true },
    orderBy: { name: 'asc' },
  });
  return tokens.map((token) => shown(strapi, token));
}

const shown = (strapi: Core.Strapi, token: StoredToken) => ({
  ...pick(token, ['id', 'name', 'description', 'lastUsedAt', 'expiresAt', 'createdAt']),
  access: accessOf(strapi, token),
});

function accessOf(strapi: Core.Strapi, { type, permissions = [] }: StoredToken): TokenAccess {
  if (type !== 'custom') return `strapi-${type}`;
  const all: readonly string[] = strapi.plugin('work-tracking').service('tokens').actions;
  const held = permissions.map(({ action }) => action);
  if (held.some((action) => !all.includes(action))) return 'custom';
  if (all.every((action) => held.includes(action))) return 'full';
  const reads = all.filter((action) => /\.find(One)?$/.test(action));
  const holdsReadsOnly = held.length === reads.length && reads.every((action) => held.includes(action));
  return holdsReadsOnly ? 'read-only' : 'custom';
}

/** Who gave each token its project last, and when, as the audit tells. */
async function issuesOf(strapi: Core.Strapi, tokens: readonly StoredToken[]) {
  const entries: { targetId: string; actorType: string; actorName: string | null; at: string }[] =
    await strapi.db.query(AUDIT_ENTRY).findMany({
      select: ['targetId', 'actorType', 'actorName', 'at'],
      where: {
        targetType: 'token',
        targetId: { $in: tokens.map(({ id }) => String(id)) },
        action: 'token.issued',
      },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    });
  return new Map(
    entries.map(({ targetId, actorType, actorName, at }) => [
      targetId,
      { by: { type: actorType, name: actorName ?? '' }, at },
    ]),
  );
}
