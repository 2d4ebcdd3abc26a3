import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '@strapi/types';
import { type Context } from 'koa';
import { answerError, asApiError } from '../errors';
import { parseQuery } from '../request';
import { noQuery } from '../schemas/requests';
import { DOCUMENT_PATH, PAGE_PATH } from './description-paths';
import { publicApiPath } from './document';

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

/** Swagger UI, which the build puts beside the server's code (`build-viewer.js`). */
const viewer = (file: string) => path.join(__dirname, '../viewer', file);
const VIEWER_FILES = ['viewer.js', 'viewer.css'];

/**
 * In a file of its own, since the application's Content-Security-Policy forbids inline scripts. The page sends nothing to
 * other hosts, and keeps no token.
 */
const START_SCRIPT = `
const element = document.getElementById('description');
SwaggerUIBundle({
  domNode: element,
  url: element.dataset.url,
  deepLinking: true,
  filter: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;
const START_FILE = 'start.js';

/** Only the path is used. What a request says of its host may be anything. */
const ANY_ORIGIN = 'http://localhost';

const ASSET_CACHING = 'public, max-age=86400';

/** The page that shows the description, and the files that it loads. */
export function pageRoutes(strapi: Core.Strapi) {
  const hash = createHash('sha256').update(START_SCRIPT);
  for (const file of VIEWER_FILES) hash.update(readFileSync(viewer(file)));
  const etag = hash.digest('base64url');
  return [
    publicRoute(PAGE_PATH, (ctx) => {
      ctx.set('Cache-Control', 'no-cache');
      ctx.type = 'html';
      // The path that the client sees: a proxy may have removed a part of it.
      ctx.body = html(new URL(publicApiPath(strapi), ANY_ORIGIN).pathname);
    }),
    publicRoute(`${PAGE_PATH}/${START_FILE}`, (ctx) => {
      answerAsset(ctx, START_FILE, etag, () => START_SCRIPT);
    }),
    ...VIEWER_FILES.map((file) =>
      publicRoute(`${PAGE_PATH}/${file}`, (ctx) => {
        answerAsset(ctx, file, etag, () => createReadStream(viewer(file)));
      }),
    ),
  ];
}

function answerAsset(ctx: Context, file: string, etag: string, body: () => Context['body']): void {
  ctx.set('Cache-Control', ASSET_CACHING);
  ctx.status = 200;
  ctx.etag = etag;
  ctx.type = path.extname(file);
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = body();
}

const html = (apiPath: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Work Tracking API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${apiPath}${PAGE_PATH}/viewer.css" />
  </head>
  <body>
    <div id="description" data-url="${apiPath}${DOCUMENT_PATH}"></div>
    <script src="${apiPath}${PAGE_PATH}/viewer.js"></script>
    <script src="${apiPath}${PAGE_PATH}/${START_FILE}"></script>
  </body>
</html>
`;
