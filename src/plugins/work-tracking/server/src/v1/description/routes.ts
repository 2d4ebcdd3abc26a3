import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { configOf } from '../../config';
import { DOCUMENT_PATH } from './description-paths';
import { documentOf } from './document';
import { pageRoutes } from './page';

/** The routes that describe v1, without a token; none where they are switched off. */
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
