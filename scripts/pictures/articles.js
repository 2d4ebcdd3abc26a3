'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { issueToken } = require('../demo/application');
const { APP_ROOT } = require('../prepare');

/** @typedef {import('../demo/application').Application} Application */

const ARTICLES = 'api::article.article';

/** A type of an application's own, as its content team has made it. */
const SCHEMA = {
  kind: 'collectionType',
  collectionName: 'articles',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: 'string' },
    text: { type: 'text' },
    price: { type: 'decimal' },
  },
};

/** Articles are published only as somebody has approved them. */
const SETTINGS = { SIGN_OFF_PROJECT: 'EDIT', SIGN_OFF_TYPES: `${ARTICLES}=always` };

const PUBLISHED = {
  title: 'The spring menu',
  text: 'Asparagus from the region, with new potatoes and a light sauce. Served from noon to three.',
  price: 14.5,
};
const CHANGED = {
  title: 'The summer menu',
  text: 'Courgettes from our own garden, with new potatoes and a light sauce. Served from noon to four.',
  price: 16,
};

/** @returns the folder of a build of this application that has articles as well */
function buildWithArticles() {
  const dist = path.join(APP_ROOT, 'dist');
  const own = path.join(APP_ROOT, '.tmp/pictures-dist');
  fs.rmSync(own, { recursive: true, force: true });
  const panel = path.join(dist, 'build');
  fs.cpSync(dist, own, { recursive: true, filter: (source) => !source.startsWith(panel) });
  fs.symlinkSync(panel, path.join(own, 'build'));
  const folder = path.join(own, 'src/api/article/content-types/article');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'schema.json'), JSON.stringify(SCHEMA));
  return own;
}

/**
 * An article that was changed since it was published, and a decision about it that waits.
 * @param {Application} app
 * @param {string} url the application's
 * @returns {Promise<string>} the article's document id
 */
async function fillArticles(app, url) {
  const { token } = await issueToken(app, SETTINGS.SIGN_OFF_PROJECT);
  /** @typedef {(input: object) => Promise<{ documentId: string }>} Write */
  const documents = /** @type {{ create: Write, update: Write }} */ (
    /** @type {unknown} */ (app.documents(/** @type {never} */ (ARTICLES)))
  );
  const { documentId } = await documents.create({ data: PUBLISHED });
  // As it was before articles were under sign-off.
  await app.db.query(ARTICLES).create({ data: { ...PUBLISHED, documentId, publishedAt: new Date() } });
  await documents.update({ documentId, data: CHANGED });
  const answer = await fetch(`${url}/api/v1/decisions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      title: `Publish "${CHANGED.title}"?`,
      slug: 'the-summer-menu',
      body_markdown: 'From the first of June on. The prices are agreed with the kitchen.',
      content: [{ type: ARTICLES, id: documentId, locale: null }],
      frontmatter: {
        options: [
          { id: 'approved', title: 'Approved' },
          { id: 'rejected', title: 'Rejected' },
        ],
      },
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return documentId;
}

module.exports = { SETTINGS, buildWithArticles, fillArticles };
