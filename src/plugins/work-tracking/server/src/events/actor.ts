import type { Core } from '@strapi/types';
import truncate from 'lodash/truncate';
import type { Actor } from '../../../domain/events';
import { fullName } from '../records/person';
import { ADMIN_USER } from '../uids';

/** The result of Strapi's authentication in the request's context. */
interface RequestAuth {
  strategy?: { name?: string };
  credentials?: Credentials | null;
}

interface Credentials {
  id: number | string;
  documentId?: string;
  name?: string;
  username?: string;
  email?: string;
  firstname?: string;
  lastname?: string;
}

/** A request's state, as far as it says who asks. */
interface RequestState {
  auth?: RequestAuth;
  user?: Credentials;
  /** `mcp` in requests to Strapi's MCP server, which leaves no `auth`, and of the user only the id. */
  auditSource?: string;
}

const SYSTEM: Actor = { type: 'system', id: 'system', name: 'system' };

/** The characters that an audit entry keeps of a name; an administrator's two names can be longer. */
const MAX_NAME_LENGTH = 255;

/**
 * The actor of the current change: the one that the request is authenticated as, for an administrator's token its owner; the
 * system outside of a request.
 */
export async function currentActor(strapi: Core.Strapi): Promise<Actor> {
  const actor = await authenticatedActor(strapi);
  return { ...actor, name: truncate(actor.name, { length: MAX_NAME_LENGTH, omission: '…' }) };
}

async function authenticatedActor(strapi: Core.Strapi): Promise<Actor> {
  const state = strapi.requestContext.get()?.state as RequestState | undefined;
  if (state?.auditSource === 'mcp' && state.user) return administrator(strapi, state.user.id);
  const { strategy, credentials } = state?.auth ?? {};
  if (!credentials) return SYSTEM;

  switch (strategy?.name) {
    case 'work-tracking-token':
    case 'content-api-token':
      return { type: 'api_token', id: String(credentials.id), name: credentials.name ?? '' };
    case 'users-permissions':
      return {
        type: 'user',
        id: credentials.documentId ?? String(credentials.id),
        name: credentials.username ?? '',
      };
    case 'admin':
      return admin(credentials);
    case 'admin-token':
      return state?.user ? admin(state.user) : SYSTEM;
    default:
      return SYSTEM;
  }
}

async function administrator(strapi: Core.Strapi, id: Credentials['id']): Promise<Actor> {
  const owner: Credentials | null = await strapi.db.query(ADMIN_USER).findOne({ where: { id } });
  return admin(owner ?? { id });
}

function admin({ id, email, ...names }: Credentials): Actor {
  return { type: 'admin', id: String(id), name: fullName(names) || email || '' };
}
