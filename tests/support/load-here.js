'use strict';

// Loads the application of the working directory, makes articles with the titles that it is given, and prints the
// titles of all that there are.
const { createStrapi } = require('@strapi/strapi');

const UID = 'api::article.article';

async function main() {
  const app = createStrapi({ appDir: process.cwd(), distDir: process.cwd(), serveAdminPanel: false });
  app.log.level = 'error';
  await app.load();
  for (const title of process.argv.slice(2)) await app.documents(UID).create({ data: { title } });
  const articles = await app.documents(UID).findMany({ sort: 'title' });
  process.stdout.write(JSON.stringify(articles.map(({ title }) => title)));
  await app.destroy();
}

void main().then(
  () => process.exit(),
  (/** @type {unknown} */ error) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
