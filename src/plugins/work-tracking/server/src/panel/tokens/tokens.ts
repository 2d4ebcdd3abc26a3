import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../../domain/errors';
import { ISSUED_HERE, PROJECT_BINDING } from '../../access/bindings';
import type { IssuedToken, TokenRequest } from '../../access/issue-token';
import { lockRow } from '../../database/locks';
import { transact } from '../../database/transact';
import { apiTokens } from '../../host/api-tokens';
import { API_TOKEN } from '../../uids';
import { readableProject } from '../projects/projects';
import { notFound } from '../readable';
import type { Administrator } from '../route';
import type { StoredToken } from './token-list';

/** The request for a token for an existing project. */
export type NewToken = Pick<TokenRequest, 'name' | 'access' | 'days'> & {
  /** The project's public id. */
  project: string;
};

interface TokenService {
  issue(request: unknown): Promise<IssuedToken>;
  apiPath: string;
}

/**
 * Issues a token. Only this answer has it in clear.
 * @throws WorkTrackingError `name_taken`
 */
export async function issueProjectToken(
  strapi: Core.Strapi,
  admin: Administrator,
  { project, ...request }: NewToken,
) {
  const { key } = await readableProject(strapi, admin, project);
  const tokens: TokenService = strapi.plugin('work-tracking').service('tokens');
  const { token } = await tokens.issue({ project: key, ...request });
  return { token, apiPath: tokens.apiPath };
}

/**
 * Binds one of Strapi's tokens to a project. The audit records `token.issued`.
 * @throws WorkTrackingError `token_bound`, `wrong_kind`
 */
export async function bindToken(strapi: Core.Strapi, admin: Administrator, id: string, documentId: string) {
  const project = await readableProject(strapi, admin, documentId);
  await transact(strapi, async () => {
    const token = await lockedToken(strapi, id);
    const bound = token[PROJECT_BINDING];
    if (bound !== null) {
      throw new WorkTrackingError('token_bound', {
        message: `This token belongs to project ${bound.key} already.`,
      });
    }
    if (token.kind !== null && token.kind !== 'content-api') {
      throw new WorkTrackingError('wrong_kind');
    }
    await strapi.db
      .query(API_TOKEN)
      .update({ where: { id: token.id }, data: { [PROJECT_BINDING]: project.id } });
  });
}

/** Unbinds a token: it stays, but opens no project. The audit records `token.revoked`. */
export async function unbindToken(strapi: Core.Strapi, admin: Administrator, id: string): Promise<void> {
  await transact(strapi, async () => {
    await unbind(strapi, await lockedTokenOfProject(strapi, admin, id));
  });
}

const unbind = (strapi: Core.Strapi, { id }: StoredToken) =>
  strapi.db.query(API_TOKEN).update({ where: { id }, data: { [PROJECT_BINDING]: null } });

/**
 * Ends a token's access to its project, at once on every instance. One that was issued here is deleted; one that was
 * bound here is unbound, and otherwise left to Settings → API Tokens, where it comes from.
 */
export async function revokeToken(strapi: Core.Strapi, admin: Administrator, id: string): Promise<void> {
  await transact(strapi, async () => {
    const token = await lockedTokenOfProject(strapi, admin, id);
    await (token[ISSUED_HERE] ? apiTokens(strapi).revoke(token.id) : unbind(strapi, token));
  });
}

/** Locks a token: when two people change it at once, the second sees what the first has done. */
async function lockedToken(strapi: Core.Strapi, id: string): Promise<StoredToken> {
  const token = /^[1-9]\d{0,8}$/.test(id)
    ? await lockRow<StoredToken>(strapi, API_TOKEN, { id: Number(id) }, { [PROJECT_BINDING]: true })
    : null;
  if (token === null) throw notFound('token');
  return token;
}

/** Tokens without a project, or with one that the person may not read, are managed on Strapi's own page. */
async function lockedTokenOfProject(
  strapi: Core.Strapi,
  admin: Administrator,
  id: string,
): Promise<StoredToken> {
  const token = await lockedToken(strapi, id);
  const project = token[PROJECT_BINDING];
  if (project === null) throw notFound('token');
  await readableProject(strapi, admin, project.documentId);
  return token;
}
