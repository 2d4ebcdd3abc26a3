import type { Core } from '@strapi/types';
import { bindTokensAndUsersToProjects, PROJECT_BINDING } from './access/bindings';
import { subscribeTokenLifecycles } from './access/token-lifecycles';
import { subscribeLifecycles } from './content-types';
import { guardWrites } from './content-types/guarded-writes';
import { acceptProjectRelations } from './content-types/project-relation';
import { assertEncryptionKey } from './secrets';
import { DECISION, SUBSCRIPTION, TICKET, USER } from './uids';
import { v1Boundary } from './v1/boundary';
import { V1_PREFIX } from './v1/routes';

/** Before the database is opened: what changes other plugins' types, and what must stand before the first write. */
export function register({ strapi }: { strapi: Core.Strapi }): void {
  assertEncryptionKey(strapi);
  bindTokensAndUsersToProjects(strapi);
  acceptProjectRelations(strapi, {
    [TICKET]: 'project',
    [DECISION]: 'project',
    [SUBSCRIPTION]: 'project',
    [USER]: PROJECT_BINDING,
  });
  guardWrites(strapi);
  subscribeLifecycles(strapi);
  subscribeTokenLifecycles(strapi);
  const apiPrefix = strapi.config.get<string>('api.rest.prefix', '/api');
  strapi.server.use(v1Boundary(strapi, `${apiPrefix}${V1_PREFIX}`));
}
