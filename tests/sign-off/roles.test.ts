import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, type Admin, type RolePermission } from '../support/admin';
import { ARTICLES } from '../support/documents';
import { startEditing, type Editors } from './editors';

let editors: Editors;

beforeAll(async () => {
  editors = await startEditing('always');
});
afterAll(() => editors.server.destroy());

const READS_ARTICLES = {
  action: 'plugin::content-manager.explorer.read',
  subject: ARTICLES,
  properties: { fields: ['title'], locales: ['en'] },
};
const ASKED = ['title', 'slug', 'frontmatter', 'content', 'project'];

const colleague = (permissions: RolePermission[]): Promise<Admin> =>
  newColleague(editors.server, editors.admin, permissions);

describe('what docs/sign-off.md says that a role needs', () => {
  it('to ask: to read the entry, and to create decisions with each of five fields', async () => {
    const id = await editors.newArticle();
    const asker = (fields: string[]) =>
      colleague([READS_ARTICLES, mayInContentManager('create', 'decision', fields)]);
    for (const missing of ASKED) {
      const who = await asker(ASKED.filter((field) => field !== missing));
      const { body } = await who.get(`/work-tracking/content/${id}/sign-off?type=${ARTICLES}&locale=en`);
      expect([missing, body.data.canAsk]).toEqual([missing, false]);
      await who.post(`/work-tracking/content/${id}/sign-off`, { type: ARTICLES, locale: 'en' }).expect(403);
    }
    const who = await asker(ASKED);
    await who.post(`/work-tracking/content/${id}/sign-off`, { type: ARTICLES, locale: 'en' }).expect(200);
  });

  it('to approve: to read the inbox and the status of decisions, and to resolve them', async () => {
    const READS = mayInContentManager('read', 'decision', [
      'title',
      'state',
      'verdict',
      'frontmatter',
      'content',
    ]);
    const [inbox, resolve] = [
      { action: actionId('decision.read') },
      { action: actionId('decision.resolve') },
    ];
    const decision = await editors.ask(await editors.newArticle());
    const contentDigest = await editors.digest(decision);
    const approve = (who: Admin) =>
      who.post(`/work-tracking/decisions/${decision}/resolve`, { verdict: 'approved', contentDigest });
    await approve(await colleague([inbox, READS])).expect(403);
    await approve(await colleague([inbox, resolve])).expect(403);
    const blind = mayInContentManager('read', 'decision', ['title']);
    await approve(await colleague([inbox, resolve, blind])).expect(403);

    const signer = await colleague([inbox, resolve, READS, READS_ARTICLES]);
    const { body } = await signer.get(`/work-tracking/decisions/${decision}/changes`).expect(200);
    expect(body.data.entries).toMatchObject([{ locales: [{ parts: [{ path: ['title'] }] }] }]);
    await approve(signer).expect(200);
  });

  it.each(['strapi-editor', 'strapi-author'])(
    '%s, which Strapi makes at the first start, can create decisions, and has no permission of the plugin',
    async (code) => {
      const { body: roles } = await editors.admin.get('/admin/roles').expect(200);
      const { id: role } = roles.data.find((one: { code: string }) => one.code === code);
      const { body } = await editors.admin.get(`/admin/roles/${role}/permissions`).expect(200);
      const held = body.data as RolePermission[];
      expect(held.filter(({ action }) => action.startsWith('plugin::work-tracking.'))).toEqual([]);
      // An Author may read their own entries only.
      const who = await colleague([...held.filter(({ subject }) => subject !== ARTICLES), READS_ARTICLES]);
      const id = await editors.newArticle();
      await who.post(`/work-tracking/content/${id}/sign-off`, { type: ARTICLES, locale: 'en' }).expect(200);
    },
  );
});
