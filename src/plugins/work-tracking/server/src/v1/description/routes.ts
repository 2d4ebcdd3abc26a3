import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { projectAccess } from '../../access/project-access';
import { v1Strategies } from '../../access/token-strategy';
import { configOf } from '../../config';
import { authenticate } from '../../host/authentication';
import { limitCaller } from '../rate-limits';
import { DOCUMENT_PATH } from './description-paths';
import { openDocument, ownDocument } from './document';
import { pageRoutes, publicRoute } from './page';

/** The routes that describe v1; none where they are switched off. */
export const descriptionRouter = ({ strapi }: { strapi: Core.Strapi }) => {
  const { openapi, prefix } = configOf(strapi);
  const { document, page } = openapi;
  const documentRoute = publicRoute(DOCUMENT_PATH, async (ctx) => {
    ctx.vary('Authorization');
    ctx.set('Cache-Control', 'no-cache');
    if (!showsToken(ctx)) {
      ctx.body = openDocument(strapi);
      return;
    }
    ctx.set('Cache-Control', 'private, no-cache');
    if (!(await authenticate(strapi, ctx, v1Strategies(strapi)))) return;
    const { callerKey } = await projectAccess(strapi, ctx);
    await limitCaller(strapi, ctx, callerKey);
    ctx.body = ownDocument(strapi);
  });
  return {
    type: 'content-api',
    prefix,
    routes: [...(document ? [documentRoute] : []), ...(document && page ? pageRoutes(strapi) : [])],
  };
};

/** A proxy in front may have its own scheme, such as Basic. */
const showsToken = (ctx: Context): boolean => /^bearer(\s|$)/i.test(ctx.get('authorization').trim());
