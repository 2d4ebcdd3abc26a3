import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import { isV1, v1Action } from '../../access/actions';
import { ISSUED_HERE, PROJECT_BINDING } from '../../access/bindings';
import { isAllowedByType, isRead } from '../../access/token-strategy';
import type { Project } from '../../records/project';
import { API_TOKEN } from '../../uids';
import { latestAuditEntries } from '../latest-audit-entries';
import { PROJECT_FIELDS } from '../project-choices';
import { readableProjects } from '../projects/projects';
import type { Administrator } from '../route';

/** A token as it is stored, with its project. */
export interface StoredToken {
  id: number;
  name: string;
  description: string | null;
  type: 'full-access' | 'read-only' | 'custom';
  /** Null for tokens from before Strapi had kinds. */
  kind: string | null;
  lastUsedAt: string | null;
  expiresAt: string | null;
  createdAt: string;
  permissions?: { action: string }[];
  [PROJECT_BINDING]: Project | null;
  [ISSUED_HERE]: boolean | null;
}

/** A token's rights in a word. `strapi-…` are Strapi's own types, which open all of Strapi. */
type TokenAccess = 'full' | 'read-only' | 'custom' | 'strapi-full-access' | 'strapi-read-only';

interface TokenRights {
  access: TokenAccess;
  /** The actions of v1 that it holds, by v1's names. */
  scopes: string[];
  /** Does it open more of Strapi than v1? */
  opensMore: boolean;
}

/** The tokens of all projects that the person may read, newest first. */
export async function tokenList(strapi: Core.Strapi, admin: Administrator) {
  const readable = new Set((await readableProjects(strapi, admin)).map(({ id }) => id));
  const bound: StoredToken[] = await strapi.db.query(API_TOKEN).findMany({
    where: { [PROJECT_BINDING]: { id: { $notNull: true } } },
    populate: { permissions: true, [PROJECT_BINDING]: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const tokens = bound.filter(({ [PROJECT_BINDING]: project }) => project && readable.has(project.id));
  const ids = tokens.map(({ id }) => String(id));
  // The actor and the time of each token's binding to its project.
  const issues = await latestAuditEntries(strapi, 'token', 'token.issued', ids);
  return tokens.map((token) => ({
    ...shown(strapi, token),
    project: pick(token[PROJECT_BINDING], PROJECT_FIELDS),
    /** Revoking deletes it; one that was bound is unbound. */
    isIssuedHere: token[ISSUED_HERE] === true,
    issued: issues.get(String(token.id)) ?? null,
  }));
}

/** Strapi's API tokens that can be bound to a project: those of the content API without one. */
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
  ...rightsOf(strapi, token),
});

/** The same that v1 allows it, and tells it at `/me`. */
function rightsOf(strapi: Core.Strapi, token: StoredToken): TokenRights {
  const { type, permissions = [] } = token;
  const all: readonly string[] = strapi.plugin('work-tracking').service('tokens').actions;
  const held = permissions.map(({ action }) => action);
  const allowed = all.filter((action) => isAllowedByType(token, action) ?? held.includes(action));
  const opensMore = type !== 'custom' || held.some((action) => !isV1(action));
  return { access: accessOf(type, { allowed, all, opensMore }), scopes: allowed.map(v1Action), opensMore };
}

interface Rights {
  allowed: readonly string[];
  all: readonly string[];
  opensMore: boolean;
}

function accessOf(type: StoredToken['type'], { allowed, all, opensMore }: Rights): TokenAccess {
  if (type !== 'custom') return `strapi-${type}`;
  if (opensMore) return 'custom';
  if (allowed.length === all.length) return 'full';
  const holdsAllReads = all.filter(isRead).length === allowed.length && allowed.every(isRead);
  return holdsAllReads ? 'read-only' : 'custom';
}
