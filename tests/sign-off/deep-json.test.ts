import { registerAdmin } from '../support/admin';
import { fileDecision, tokenFor } from '../support/api';
import { builtWith } from '../support/configured';
import { inCode } from '../support/documents';
import { startServer, type OwnServer } from '../support/server';
import { FILES, PAGES } from './pages';

let server: OwnServer;

beforeAll(async () => {
  const env = { SIGN_OFF_PROJECT: 'SIGN', SIGN_OFF_TYPES: `${PAGES}=always` };
  server = await startServer({ env: { ...builtWith({ files: FILES }), ...env } });
});
afterAll(() => server.destroy());

it('JSON that is nested deep is shown and signed as any other', async () => {
  const levels = (process.env.TEST_DATABASE_URL ?? '').startsWith('mysql') ? 30 : 3000;
  const extra: unknown = JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  const admin = await registerAdmin(server);
  const api = await tokenFor(server, 'SIGN');
  const id = await inCode(server, PAGES, 'create', { data: { title: 'A page' } });
  await server.run(
    (strapi, { uid, documentId, extra: value }) =>
      strapi.db.query(uid).update({ where: { documentId }, data: { extra: value } }),
    { uid: PAGES, documentId: id, extra },
  );
  const decision = await fileDecision(api, { content: [{ type: PAGES, id, locale: 'en' }] });
  const path = `/work-tracking/decisions/${decision.id as string}`;
  const { entries } = (await admin.get(`${path}/changes`).expect(200)).body.data;
  expect(entries[0].locales[0].parts).toContainEqual({
    ...{ path: ['extra'], before: null, isCut: levels > 30 },
    after: { text: expect.stringContaining('[') },
  });
  const { contentDigest } = (await admin.get(path).expect(200)).body.data;
  await admin.post(`${path}/resolve`, { verdict: 'approved', contentDigest }).expect(200);
});
