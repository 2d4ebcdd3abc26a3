import type { IncomingMessage, ServerResponse } from 'node:http';
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

/**
 * Has requests with an `Expect` that Node does not know answered like others, where they are ours. Node answers them with
 * an empty 417 while nobody listens; all others still get that.
 */
export function takeUnknownExpectations(strapi: Core.Strapi, isOurs: (url: string) => boolean): void {
  const { httpServer } = strapi.server;
  httpServer.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    if (isOurs(request.url ?? '')) httpServer.emit('request', request, response);
    else response.writeHead(417).end();
  });
}

/** @throws Error when Koa's context is not as it was known */
export const checkRequests = (strapi: Core.Strapi): void =>
  assertMethods(strapi, "Koa's context", strapi.server.app.context, ['onerror', 'is']);
