import type { Context } from 'koa';
import { answerError, asApiError } from '../errors';
import { parseQuery } from '../request';
import { noQuery } from '../schemas/requests';

/** A route that needs no token. Like every other it refuses a query parameter that it does not know. */
export const publicRoute = (routePath: string, handler: (ctx: Context) => void | Promise<void>) => ({
  method: 'GET',
  path: routePath,
  handler: async (ctx: Context) => {
    try {
      parseQuery(noQuery, ctx.querystring);
      await handler(ctx);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (!error) throw thrown;
      answerError(ctx, error);
    }
  },
  config: { auth: false },
});
