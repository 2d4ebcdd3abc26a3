import type { Core } from '@strapi/types';
import { assertKnown, assertMethods } from './known';

/** A route of Strapi's content API, of the application or of any plugin. */
export interface ContentApiRoute {
  /** The path with the API's own prefix. */
  path: string;
  methods: string[];
  match(path: string): boolean;
}

/** The routes of the content API, once Strapi has made them: those of the application, and those of its plugins. */
export const contentApiRoutes = (strapi: Core.Strapi): ContentApiRoute[] =>
  (strapi.server.api('content-api').listRoutes() as unknown as ContentApiRoute[]).filter(
    ({ methods }) => methods.length > 0,
  );

/** @throws Error when they are not as they were known */
export function checkContentApiRoutes(strapi: Core.Strapi): void {
  const name = "strapi.server.api('content-api')";
  assertMethods(strapi, name, strapi.server.api('content-api'), ['listRoutes']);
  const [route] = contentApiRoutes(strapi);
  assertKnown(strapi, `what ${name} lists`, typeof route?.path === 'string');
  assertMethods(strapi, `what ${name} lists`, route, ['match']);
}
