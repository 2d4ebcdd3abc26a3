import { ARTICLES } from '../support/documents';
import { startEditing, type Editors } from './editors';

let editors: Editors;
beforeAll(async () => {
  editors = await startEditing();
});
afterAll(() => editors.server.destroy());

it('drafts are written, copied, discarded and unpublished as ever', async () => {
  const id = await editors.newArticle();
  await editors.inCode('publish', { documentId: id });
  await editors.ask(id);
  await editors.inCode('update', { documentId: id, data: { title: 'Tea' } });
  await editors.inCode('clone', { documentId: id });
  await editors.inCode('discardDraft', { documentId: id });
  expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: ['Coffee'] });
  await editors.inCode('unpublish', { documentId: id });
  expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: [] });
  await editors.inCode('delete', { documentId: id });
});

it('what is made in the published status is published unless somebody has asked before', async () => {
  const made = await editors.inCode('create', { status: 'published', data: { title: 'New' } });
  expect(await editors.stored(made)).toEqual({ drafts: ['New'], published: ['New'] });
});

describe('of an entry in several locales', () => {
  let id: string;
  beforeEach(async () => {
    id = await editors.newArticle();
    await editors.inCode('update', { documentId: id, locale: 'de', data: { title: 'Kaffee' } });
  });

  it('a decision about one of them keeps back that one', async () => {
    await editors.ask(id, 'de');
    await editors.inCode('publish', { documentId: id, locale: 'en' });
    expect((await editors.stored(id)).published).toEqual(['Coffee']);
    for (const locale of ['de', '*', ['en', 'de']]) {
      await expect(editors.inCode('publish', { documentId: id, locale })).rejects.toThrow(
        '"Kaffee" is not published',
      );
    }
    expect((await editors.stored(id)).published).toEqual(['Coffee']);
  });

  it('one that an update makes is asked about as well', async () => {
    await editors.ask(id, 'fr');
    const published = { documentId: id, locale: 'fr', status: 'published', data: { title: 'Café' } };
    await expect(editors.inCode('update', published)).rejects.toThrow('"Coffee" is not published');
    expect((await editors.stored(id)).drafts).toEqual(['Coffee', 'Kaffee']);
  });
});

it('code that goes on in its own transaction after a refusal has published nothing', async () => {
  const id = await editors.newArticle();
  await editors.ask(id);
  await editors.server.run(async (strapi, documentId) => {
    const documents = strapi.documents('api::article.article' as never);
    await strapi.db.transaction(async () => {
      await documents.publish({ documentId } as never).catch(() => undefined);
      for (const locale of ['en', 'fr']) {
        const published = { documentId, locale, status: 'published', data: { title: 'Published' } };
        await documents.update(published as never).catch(() => undefined);
      }
      await documents.update({ documentId, data: { title: 'Gone on' } } as never);
    });
  }, id);
  expect(await editors.stored(id)).toEqual({ drafts: ['Gone on'], published: [] });
});

it('several that nobody has asked about are published in bulk', async () => {
  const documentIds = [await editors.newArticle(), await editors.newArticle()];
  await editors.admin
    .post(`/content-manager/collection-types/${ARTICLES}/actions/bulkPublish`, { documentIds })
    .expect(200);
  for (const id of documentIds) expect((await editors.stored(id)).published).toEqual(['Coffee']);
});

it('an id or a locale in capitals is none, or the same', async () => {
  const id = await editors.newArticle();
  await editors.ask(id);
  for (const how of [{ documentId: id.toUpperCase() }, { documentId: id, locale: 'EN' }]) {
    await editors.inCode('publish', how).catch(() => undefined);
  }
  expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: [] });
});

it('a list without a locale is the default one', async () => {
  const id = await editors.newArticle();
  await editors.ask(id);
  await expect(editors.inCode('publish', { documentId: id, locale: [] })).rejects.toThrow('is not published');
});

it('code of the application can publish what a person has just approved, in the same transaction', async () => {
  await editors.server.run((strapi) => {
    strapi.db.lifecycles.subscribe({
      models: ['plugin::work-tracking.decision'],
      async afterUpdate({ params }) {
        const { state, note } = params.data as { state?: string; note?: string };
        if (state !== 'resolved' || !note?.startsWith('publish ')) return;
        const documentId = note.slice('publish '.length);
        await strapi.documents('api::article.article' as never).publish({ documentId } as never);
      },
    });
  });
  const id = await editors.newArticle();
  const note = `publish ${id}`;
  await editors.sign(await editors.ask(id), { verdict: 'approved', note });
  expect((await editors.stored(id)).published).toEqual(['Coffee']);
});

it('a middleware of the application that publishes a draft is asked too', async () => {
  const id = await editors.newArticle();
  await editors.ask(id);
  await editors.server.run((strapi) => {
    strapi.documents.use((context, next) => {
      const { data } = context.params as { data?: { title?: string } };
      if (data?.title === 'At once') Object.assign(context.params, { status: 'published' });
      return next();
    });
  });
  const update = editors.inCode('update', { documentId: id, data: { title: 'At once' } });
  await expect(update).rejects.toThrow('is not published');
  expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: [] });

  // What is published of another locale is as it was.
  const other = await editors.newArticle();
  await editors.inCode('update', { documentId: other, locale: 'de', data: { title: 'Kaffee' } });
  await editors.inCode('publish', { documentId: other, locale: '*' });
  await editors.ask(other, 'de');
  await editors.inCode('update', { documentId: other, data: { title: 'At once' } });
  expect((await editors.stored(other)).published.sort()).toEqual(['At once', 'Kaffee']);
});
