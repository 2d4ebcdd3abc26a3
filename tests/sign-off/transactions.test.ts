import { startEditing, type Editors } from './editors';

let editors: Editors;
beforeAll(async () => {
  editors = await startEditing('always');
});
afterAll(() => editors.server.destroy());

describe('in a transaction of its own, code', () => {
  const approved = async (): Promise<string> => {
    const id = await editors.newArticle();
    await editors.sign(await editors.ask(id), { verdict: 'approved' });
    return id;
  };

  it('goes on after a refusal that came before anything was written', async () => {
    const id = await editors.newArticle();
    await editors.server.run(async (strapi, documentId) => {
      const documents = strapi.documents('api::article.article' as never);
      const published = { documentId, status: 'published', data: { title: 'Published' } };
      const made = { status: 'published', data: { title: 'Made in a transaction' } };
      await strapi.db.transaction(async () => {
        await documents.publish({ documentId } as never).catch(() => undefined);
        await documents.update(published as never).catch(() => undefined);
        await documents.create(made as never).catch(() => undefined);
        await documents.update({ documentId, data: { title: 'Gone on' } } as never);
      });
    }, id);
    expect(await editors.stored(id)).toEqual({ drafts: ['Gone on'], published: [] });
    const count = await editors.server.run((strapi) =>
      strapi.db.query('api::article.article').count({ where: { title: 'Made in a transaction' } }),
    );
    expect(count).toBe(0);
  });

  it.each(['changed', 'fails'])(
    'can not commit what was published and is not as it was approved, whatever it catches: %s',
    async (title) => {
      const id = await approved();
      await editors.server.run((strapi) => {
        strapi.db.lifecycles.subscribe({
          models: ['api::article.article'],
          afterCreate({ params }) {
            if (params.data.publishedAt && params.data.title === 'fails') throw new Error('Not today.');
          },
        });
      });
      const commit = editors.server.run(
        async (strapi, published) => {
          const documents = strapi.documents('api::article.article' as never);
          await strapi.db.transaction(async () => {
            await documents.update(published as never).catch(() => undefined);
            const { documentId } = published;
            await documents.update({ documentId, data: { title: 'Coffee' } } as never);
          });
        },
        { documentId: id, status: 'published', data: { title } },
      );
      await expect(commit).rejects.toThrow('is not published: it is not any more what the decision');
      expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: [] });
    },
  );

  it('commits what it publishes properly after a refusal', async () => {
    const id = await approved();
    await editors.server.run(async (strapi, documentId) => {
      const documents = strapi.documents('api::article.article' as never);
      const published = { documentId, status: 'published', data: { title: 'changed' } };
      await strapi.db.transaction(async () => {
        await documents.update(published as never).catch(() => undefined);
        await documents.update({ documentId, data: { title: 'Coffee' } } as never);
        await documents.publish({ documentId } as never);
        await documents.update({ documentId, data: { title: 'Tea' } } as never);
      });
    }, id);
    expect(await editors.stored(id)).toEqual({ drafts: ['Tea'], published: ['Coffee'] });
  });

  it('publishes several at once', async () => {
    const ids = [await approved(), await approved(), await approved()];
    await editors.server.run(async (strapi, given) => {
      const documents = strapi.documents('api::article.article' as never);
      await strapi.db.transaction(() =>
        Promise.all(given.map((documentId) => documents.publish({ documentId } as never))),
      );
    }, ids);
    for (const id of ids) expect((await editors.stored(id)).published).toEqual(['Coffee']);
  });
});
