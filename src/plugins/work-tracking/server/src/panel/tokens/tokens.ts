import type { Core } from '@strapi/types';
import { RuleViolation } from '../../../../domain/rule-violation';
import { PROJECT_BINDING } from '../../access/bindings';
import type { IssuedToken, TokenRequest } from '../../access/issue-token';
import { transact } from '../../transaction';
import { API_TOKEN } from '../../uids';
import { readableProject } from '../projects/projects';
import { gone } from '../readable';
import type { Administrator } from '../route';
import type { StoredToken } from './token-list';

/** A token for a project that there is. */
export type NewToken = Pick<TokenRequest, 'name' | 'access' | 'days'> & {
  /** The project's public id. */
  project: string;
};

interface TokenService {
  issue(request: unknown): Promise<IssuedToken>;
  apiPath: string;
}

/**
 * The token in clear, once, and where it is good.
 * @throws RuleViolation `name_taken`
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
 * Lets a token that Strapi has issued open a project; the project hears of it as of one that is issued.
 * @throws RuleViolation `token_bound`, `wrong_kind`
 */
export async function bindToken(strapi: Core.Strapi, admin: Administrator, id: string, documentId: string) {
  const project = await readableProject(strapi, admin, documentId);
  await transact(strapi, async () => {
    const token = await lockedToken(strapi, id);
    const bound = token[PROJECT_BINDING];
    if (bound !== null) {
      throw new RuleViolation('token_bound', `This token belongs to project ${bound.key} already.`);
    }
    if (token.kind !== null && token.kind !== 'content-api') {
      throw new RuleViolation('wrong_kind', 'Only a token of the content API can belong to a project.');
    }
    await strapi.db
      .query(API_TOKEN)
      .update({ where: { id: token.id }, data: { [PROJECT_BINDING]: project.id } });
  });
}

/** The token stays, and opens no project any more; the project hears of it as of one that is revoked. */
export async function unbindToken(strapi: Core.Strapi, admin: Administrator, id: string): Promise<void> {
  await transact(strapi, async () => {
    const token = await lockedTokenOfProject(strapi, admin, id);
    await strapi.db.query(API_TOKEN).update({ where: { id: token.id }, data: { [PROJECT_BINDING]: null } });
  });
}

/** It is gone, and opens nothing from now on, on any instance. */
export async function revokeToken(strapi: Core.Strapi, admin: Administrator, id: string): Promise<void> {
  const tokens = strapi.service('admin::api-token-content-api') as unknown as {
    revoke(id: number): Promise<unknown>;
  };
  await transact(strapi, async () => {
    const token = await lockedTokenOfProject(strapi, admin, id);
    await tokens.revoke(token.id);
  });
}

/** Of two people at once, the second sees what the first has done. */
async function lockedToken(strapi: Core.Strapi, id: string): Promise<StoredToken> {
  const token = /^[1-9]\d{0,8}$/.test(id)
    ? await strapi.db
        .queryBuilder(API_TOKEN)
        .select('*')
        .where({ id: Number(id) })
        .populate({ [PROJECT_BINDING]: true })
        .forUpdate()
        .first()
        .execute<StoredToken | null>()
    : null;
  if (token === null) throw gone('token');
  return token;
}

/** What is not bound to a project, or to one that the person may not read, is left to Strapi's own page. */
async function lockedTokenOfProject(
  strapi: Core.Strapi,
  admin: Administrator,
  id: string,
): Promise<StoredToken> {
  const token = await lockedToken(strapi, id);
  const project = token[PROJECT_BINDING];
  if (project === null) throw gone('token');
  await readableProject(strapi, admin, project.documentId);
  return token;
}
