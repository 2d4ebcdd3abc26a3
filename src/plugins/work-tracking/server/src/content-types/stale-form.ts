import type { Core } from '@strapi/types';
import { RuleViolation } from '../../../domain/rule-violation';
import { changedAttributes } from './changed-attributes';

/** The request that is running, as Strapi's router left it. */
interface RunningRequest {
  method: string;
  params?: { id?: string };
  state: { route?: { info?: { pluginName?: string } } };
  request: { body?: { version?: unknown } };
}

/**
 * The content manager sends a record back whole, as it was when its form was loaded: what others have changed meanwhile
 * would be undone without a word. The form knows its version, so such a save is refused. Writes through any other door,
 * and forms of a role that may not read the version, carry none. Must be called under the row's lock.
 * @param data what the form would write
 * @throws RuleViolation `changed_meanwhile`
 */
export function assertFormIsCurrent(
  strapi: Core.Strapi,
  uid: string,
  stored: { documentId: string; version: number },
  data: Record<string, unknown>,
): void {
  const version = formVersion(strapi, stored.documentId);
  if (version === undefined || version >= stored.version) return;
  if (changedAttributes(strapi, uid, stored, data).length === 0) return;
  throw new RuleViolation(
    'changed_meanwhile',
    `This was changed meanwhile (it is at version ${stored.version}, you have ${version}). ` +
      'Reload the page to see it as it is now, then make your change again.',
    { version: stored.version },
  );
}

function formVersion(strapi: Core.Strapi, documentId: string): number | undefined {
  const running = strapi.requestContext.get() as unknown as RunningRequest | undefined;
  const isForm =
    running?.state.route?.info?.pluginName === 'content-manager' &&
    running.method === 'PUT' &&
    running.params?.id === documentId;
  const version = isForm ? running.request.body?.version : undefined;
  return typeof version === 'number' ? version : undefined;
}
