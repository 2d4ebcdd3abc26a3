import type { Core } from '@strapi/types';
import type { Actor } from '../../../domain/events';

/** What Strapi's authentication leaves in the request's context. */
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

const SYSTEM: Actor = { type: 'system', id: 'system', name: 'system' };

/** Who makes the current change: whoever the request is authenticated as; the system outside of a request. */
export function currentActor(strapi: Core.Strapi): Actor {
  const state = strapi.requestContext.get()?.state as { auth?: RequestAuth; user?: Credentials } | undefined;
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

function admin({ id, firstname, lastname, username, email }: Credentials): Actor {
  const fullName = [firstname, lastname].filter(Boolean).join(' ');
  return { type: 'admin', id: String(id), name: fullName || username || email || '' };
}
