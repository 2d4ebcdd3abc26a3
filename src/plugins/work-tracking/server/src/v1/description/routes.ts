import type { Core } from '@strapi/types';
import { configOf } from '../../config';
import { DOCUMENT_PATH } from './description-paths';
import { documentOf } from './document';
import { pageRoutes } from './page';
import { publicRoute } from './public-route';

/** The routes that describe v1, without a token; none where they are switched off. */
export const descriptionRouter = ({ strapi }: { strapi: Core.Strapi }) => {
  const { openapi, prefix } = configOf(strapi);
  const { document, page } = openapi;
  const documentRoute = publicRoute(DOCUMENT_PATH, (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = documentOf(strapi);
  });
  return {
    type: 'content-api',
    prefix,
    routes: [...(document ? [documentRoute] : []), ...(document && page ? pageRoutes(strapi) : [])],
  };
};
