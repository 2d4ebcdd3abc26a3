import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import assetsFolder from 'swagger-ui-dist/absolute-path.js';
import { DOCUMENT_PATH, PAGE_PATH } from './description-paths';
import { publicApiPath } from './document';

/** The files of swagger-ui-dist that the page loads; nothing else of that folder is served. */
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** In a file of its own, since the application's Content-Security-Policy forbids inline scripts. */
const START_SCRIPT = `
const element = document.getElementById('description');
SwaggerUIBundle({ domNode: element, url: element.dataset.url, deepLinking: true, validatorUrl: null });
`;
const START_FILE = 'start.js';

/** Only the path is used. What a request says of its host may be anything. */
const ANY_ORIGIN = 'http://localhost';

const ASSET_CACHING = 'public, max-age=86400';

/** The page that shows the description, and the files that it loads. */
export function pageRoutes(strapi: Core.Strapi) {
  const folder = assetsFolder();
  const etag = versionIn(folder);
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
    ...ASSETS.map((file) =>
      publicRoute(`${PAGE_PATH}/${file}`, (ctx) => {
        answerAsset(ctx, file, etag, () => createReadStream(path.join(folder, file)));
      }),
    ),
  ];
}

const publicRoute = (routePath: string, handler: (ctx: Context) => void) => ({
  method: 'GET',
  path: routePath,
  handler,
  config: { auth: false },
});

/** The files change only with the version of the package. */
const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version;

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
    <link rel="icon" href="${apiPath}${PAGE_PATH}/favicon-32x32.png" />
    <link rel="stylesheet" href="${apiPath}${PAGE_PATH}/swagger-ui.css" />
  </head>
  <body>
    <div id="description" data-url="${apiPath}${DOCUMENT_PATH}"></div>
    <script src="${apiPath}${PAGE_PATH}/swagger-ui-bundle.js"></script>
    <script src="${apiPath}${PAGE_PATH}/${START_FILE}"></script>
  </body>
</html>
`;
