import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { configOf } from '../../config';
import { documentOf } from './document';
import { DOCUMENT_PATH } from './own-paths';
import { pageRoutes } from './page';

/** What describes v1, for anybody; no routes at all where it is switched off. */
export const descriptionRouter = ({ strapi }: { strapi: Core.Strapi }) => {
  const { openapi, prefix } = configOf(strapi);
  const { document, page } = openapi;
  const documentRoute = {
    method: 'GET',
    path: DOCUMENT_PATH,
    handler: (ctx: Context) => {
      ctx.set('Cache-Control', 'no-cache');
      ctx.body = documentOf(strapi);
    },
    config: { auth: false },
  };
  return {
    type: 'content-api',
    prefix,
    routes: [...(document ? [documentRoute] : []), ...(document && page ? pageRoutes(strapi) : [])],
  };
};
