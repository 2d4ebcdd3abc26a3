import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, type Admin } from '../support/admin';
import { fileDecision, newProject } from '../support/api';
import { ARTICLES } from '../support/documents';
import { startEditing, type Editors } from './editors';

let editors: Editors;
let colleague: Admin;

beforeAll(async () => {
  editors = await startEditing('always');
  colleague = await newColleague(editors.server, editors.admin, [
    { action: actionId('decision.resolve') },
    mayInContentManager('read', 'decision', ['state', 'verdict']),
  ]);
});
afterAll(() => editors.server.destroy());

const resolve = (decision: string, body: object, who: Admin = editors.admin) =>
  who.post(`/work-tracking/decisions/${decision}/resolve`, body);

const statusOf = async (decision: string): Promise<unknown> =>
  (await editors.api.get(`/decisions/${decision}`).expect(200)).body.decision.frontmatter.status;

const edit = (id: string, data: object, params: object = {}) =>
  editors.inCode('update', { documentId: id, data, ...params });

describe('what the signer has seen', () => {
  it('is asked for', async () => {
    const decision = await editors.ask(await editors.newArticle());
    const { body } = await resolve(decision, { verdict: 'approved' }).expect(400);
    expect(body.error.details).toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'contentDigest', code: 'invalid_value' }],
    });
    await resolve(decision, { verdict: 'approved', contentDigest: null }).expect(409);
    expect(await statusOf(decision)).toBe('open');
  });

  it('is what is there: after a change nothing is signed, and the answer says what is there now', async () => {
    const id = await editors.newArticle();
    const decision = await editors.ask(id);
    const contentDigest = await editors.digest(decision);
    await edit(id, { title: 'Tea' });
    const { body } = await resolve(decision, { verdict: 'approved', contentDigest }).expect(409);
    const now = await editors.digest(decision);
    expect(body.error).toMatchObject({
      status: 409,
      message: 'What this decision is about was changed meanwhile. Look at it again before you resolve.',
      details: { code: 'changed_meanwhile', contentDigest: now },
    });
    expect([now === contentDigest, await statusOf(decision)]).toEqual([false, 'open']);
    await resolve(decision, { verdict: 'approved', contentDigest: now }).expect(200);
  });

  it('is another one when the decision is about more', async () => {
    const [id, other] = [await editors.newArticle(), await editors.newArticle()];
    const decision = await editors.ask(id);
    const contentDigest = await editors.digest(decision);
    const content = [id, other].map((one) => ({ type: ARTICLES, id: one, locale: null }));
    await editors.api.patch(`/decisions/${decision}`, { content }).expect(200);
    await resolve(decision, { verdict: 'rejected', contentDigest }).expect(409);
  });

  it('is told to whoever may resolve, and to nobody else', async () => {
    const decision = await editors.ask(await editors.newArticle());
    const { body } = await colleague.get(`/work-tracking/decisions/${decision}`).expect(200);
    expect(body.data).toMatchObject({ state: 'open', contentDigest: await editors.digest(decision) });
    expect(body.data.approvals).toEqual(['approved', 'Fine']);
    expect(body.data).not.toHaveProperty('title');
    const about = await fileDecision(editors.api, { title: 'About no entry' });
    const other = await colleague.get(`/work-tracking/decisions/${about.id}`).expect(200);
    expect(other.body.data).toMatchObject({ contentDigest: null, approvals: [] });
    const nobody = await newColleague(editors.server, editors.admin, [
      { action: actionId('comment.write') },
      mayInContentManager('read', 'decision', ['state']),
    ]);
    await nobody.get(`/work-tracking/decisions/${decision}`).expect(403);
  });

  it.each([
    ['of another project', async (id: string) => editors.ask(id, null, await newProject(editors.server))],
    [
      'about nothing under sign-off',
      async () => (await fileDecision(editors.api, { title: 'Lunch?' })).id as string,
    ],
  ])('is not asked for of a decision %s', async (_, file) => {
    const decision = await file(await editors.newArticle());
    expect(await editors.digest(decision)).toBeNull();
    await resolve(decision, { verdict: 'approved' }).expect(200);
  });
});

describe('who signs', () => {
  it('is not who has asked; somebody else does, and who has asked may withdraw', async () => {
    const [id, other] = [await editors.newArticle(), await editors.newArticle()];
    const decision = await editors.askInPanel(id);
    await editors.refuseToSign(
      decision,
      'You have asked for this yourself. Somebody else has to approve it.',
    );
    const contentDigest = await editors.digest(decision);
    await resolve(decision, { verdict: 'approved', contentDigest }, colleague).expect(200);
    await editors.inCode('publish', { documentId: id });
    await editors.sign(await editors.askInPanel(other), { verdict: 'rejected' });
  });

  it('is not who has changed a draft last, in any of the locales', async () => {
    const id = await editors.newArticle();
    await editors.editInPanel(id, { title: 'Kaffee' }, 'de');
    await editors.refuseToSign(
      await editors.ask(id),
      'You were the last to change "Kaffee". Somebody else has to approve it.',
    );
    await editors.sign(await editors.ask(id, 'en'), { verdict: 'approved' });
  });

  it('is whoever may resolve, of what is not under sign-off', async () => {
    const project = await newProject(editors.server);
    const decision = await editors.ask(await editors.newArticle(), null, project);
    await editors.sign(decision, { verdict: 'approved' });
  });
});

describe('an approval', () => {
  const approved = async (locale: string | null = null): Promise<string> => {
    const id = await editors.newArticle();
    await editors.sign(await editors.ask(id, locale), { verdict: 'approved' });
    return id;
  };

  it('stays while the entry is published, unpublished and published again', async () => {
    const id = await approved();
    await editors.inCode('publish', { documentId: id });
    await editors.inCode('unpublish', { documentId: id });
    await editors.inCode('publish', { documentId: id });
    await edit(id, { title: 'Tea' });
    await expect(editors.inCode('publish', { documentId: id })).rejects.toThrow(
      'is not any more what the decision "Shall it be public?" approved',
    );
    await editors.inCode('discardDraft', { documentId: id });
    await editors.inCode('publish', { documentId: id });
    expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: ['Coffee'] });
  });

  it('is of what an update makes of the draft', async () => {
    const id = await approved();
    await edit(id, { title: 'Tea' });
    await edit(id, { title: 'Coffee' }, { status: 'published' });
    expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: ['Coffee'] });
  });

  it('is of the locales that were there', async () => {
    const id = await approved();
    for (const params of [{ status: 'published' }, {}]) {
      const written = edit(id, { title: 'Kaffee' }, { locale: 'de', ...params });
      if ('status' in params) await expect(written).rejects.toThrow('is not any more');
      else await written;
    }
    await expect(editors.inCode('publish', { documentId: id, locale: '*' })).rejects.toThrow(
      '"Kaffee" is not published',
    );
    await editors.inCode('publish', { documentId: id, locale: 'en' });
    expect(await editors.stored(id)).toEqual({ drafts: ['Coffee', 'Kaffee'], published: ['Coffee'] });
  });

  it('is not of a copy', async () => {
    const copy = await editors.inCode('clone', { documentId: await approved() });
    await expect(editors.inCode('publish', { documentId: copy })).rejects.toThrow(
      '"Coffee" is not published: nobody has approved it. Save it as a draft, and ask for its sign-off in the project "SIGN".',
    );
  });
});

it('what is made in the published status is not published, and not made', async () => {
  const made = editors.inCode('create', { status: 'published', data: { title: 'Made at once' } });
  await expect(made).rejects.toThrow('"Made at once" is not published: nobody has approved it.');
  const count = await editors.server.run((strapi) =>
    strapi.db.query('api::article.article').count({ where: { title: 'Made at once' } }),
  );
  expect(count).toBe(0);
});

it('what is the same in every locale is not published by another locale', async () => {
  const id = await editors.newArticle();
  await edit(id, { title: 'Kaffee' }, { locale: 'de' });
  await editors.sign(await editors.ask(id), { verdict: 'approved' });
  await editors.inCode('publish', { documentId: id, locale: '*' });
  await edit(id, { title: 'Coffee', summary: 'Black' });
  await editors.sign(await editors.ask(id, 'en'), { verdict: 'approved' });
  await edit(id, { summary: 'White' });
  const published = () =>
    editors.server.run(async (strapi, documentId) => {
      const rows = await strapi.db.query('api::article.article').findMany({ where: { documentId } });
      return rows.filter(({ publishedAt }) => publishedAt).map(({ locale, summary }) => [locale, summary]);
    }, id);
  // Strapi writes the summary into what is published of the German, which nobody has approved with it.
  await expect(edit(id, { summary: 'Black' }, { status: 'published' })).rejects.toThrow(
    '"Kaffee" is not published',
  );
  expect(await published()).toEqual(
    expect.arrayContaining([
      ['en', null],
      ['de', null],
    ]),
  );
});

it('what is the same in every locale is published by another locale where that is approved with it', async () => {
  const id = await editors.newArticle();
  await edit(id, { title: 'Kaffee' }, { locale: 'de' });
  await editors.sign(await editors.ask(id), { verdict: 'approved' });
  await editors.inCode('publish', { documentId: id, locale: '*' });
  await edit(id, { summary: 'Black' });
  await editors.sign(await editors.ask(id), { verdict: 'approved' });
  await edit(id, { summary: 'White' });
  await edit(id, { summary: 'Black' }, { status: 'published' });
  const published = await editors.server.run(async (strapi, documentId) => {
    const rows = await strapi.db.query('api::article.article').findMany({ where: { documentId } });
    return rows.filter(({ publishedAt }) => publishedAt).map(({ title, summary }) => [title, summary]);
  }, id);
  expect(published.sort()).toEqual([
    ['Coffee', 'Black'],
    ['Kaffee', 'Black'],
  ]);
});

it('a condition in place of a locale is every locale', async () => {
  const id = await editors.newArticle();
  await edit(id, { title: 'Kaffee' }, { locale: 'de' });
  await editors.sign(await editors.ask(id, 'de'), { verdict: 'approved' });
  await expect(editors.inCode('publish', { documentId: id, locale: { $ne: 'de' } })).rejects.toThrow(
    '"Coffee" is not published',
  );
  expect((await editors.stored(id)).published).toEqual([]);
});
