import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { assertMethods } from './known';

/** Does not log a client that disconnects; Koa would log an application error. */
export function ignoreBrokenConnection(ctx: Context): void {
  const report = ctx.onerror.bind(ctx);
  ctx.onerror = (error) => {
    if (!ctx.req.socket.destroyed) report(error);
  };
}

/** Has Strapi's body parser, which asks for the type of a body first, leave it to whoever reads it later. */
export function leaveBodyUnread(ctx: Context): void {
  ctx.is = () => false;
}

/** @throws Error when Koa's context is not as it was known */
export const checkRequests = (strapi: Core.Strapi): void =>
  assertMethods(strapi, "Koa's context", strapi.server.app.context, ['onerror', 'is']);
