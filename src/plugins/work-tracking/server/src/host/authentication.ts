import type { Core } from '@strapi/types';
import { assertMethods } from './known';

/** The result of Strapi's authentication of a request, as far as it is used here. */
export interface Auth {
  strategy: { name: string };
  credentials?: { id: number } | null;
}

type Verify = (auth: Auth | undefined, config?: { scope?: string | string[] } | false) => Promise<void>;

/**
 * Runs `check` before Strapi lets a caller do something. Strapi asks whether a caller may read a type wherever its
 * own routes or GraphQL come to it through another one, and has no extension point there.
 * @param check is given the scopes that are asked for, and throws to refuse them
 */
export function beforeVerifying(
  strapi: Core.Strapi,
  check: (auth: Auth | undefined, scopes: readonly string[]) => Promise<void>,
): void {
  const service = strapi.get<{ verify: Verify }>('auth');
  assertMethods(strapi, "strapi.get('auth')", service, ['verify', 'authenticate']);
  const verify = service.verify.bind(service);
  service.verify = async (auth, config) => {
    await check(auth, config ? [config.scope ?? []].flat() : []);
    return verify(auth, config);
  };
}
