import type { Core } from '@strapi/types';
import { bindTokensAndUsersToProjects, PROJECT_BINDING } from './access/bindings';
import { subscribeTokenLifecycles } from './access/token-lifecycles';
import { apiPath } from './config';
import { confirmCommits } from './confirmed-commits';
import { SCHEMAS, subscribeLifecycles } from './content-types';
import { startClonesAfresh } from './content-types/clones';
import { keepOwnAttributes } from './content-types/extended-types';
import { guardWrites } from './content-types/guarded-writes';
import { acceptProjectRelations } from './content-types/project-relation';
import { registerCustomFields } from './custom-fields';
import { registerPanelActions } from './panel/actions';
import { assertEncryptionKey } from './secrets';
import { DECISION, SUBSCRIPTION, TICKET, USER } from './uids';
import { v1Boundary } from './v1/boundary';

/** Before the database is opened: what changes other plugins' types, and what must stand before the first write. */
export async function register({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  assertEncryptionKey(strapi);
  confirmCommits(strapi);
  keepOwnAttributes(strapi, SCHEMAS);
  bindTokensAndUsersToProjects(strapi);
  acceptProjectRelations(strapi, {
    [TICKET]: 'project',
    [DECISION]: 'project',
    [SUBSCRIPTION]: 'project',
    [USER]: PROJECT_BINDING,
  });
  startClonesAfresh(strapi);
  guardWrites(strapi);
  subscribeLifecycles(strapi);
  subscribeTokenLifecycles(strapi);
  registerCustomFields(strapi);
  await registerPanelActions(strapi);
  strapi.server.use(v1Boundary(strapi, apiPath(strapi)));
}
