import { collection, logInAdmin, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, tokenFor } from '../support/api';
import { builtWith } from '../support/configured';
import { ARTICLES, inCode } from '../support/documents';
import { ARTICLE } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

const ENV = {
  ...builtWith({ files: ARTICLE }),
  SIGN_OFF_PROJECT: 'SIGN',
  SIGN_OFF_TYPES: `${ARTICLES}=asked`,
};

/** Gives a project another key, in the content manager. */
async function rename(server: OwnServer, admin: Admin, from: string, to: string): Promise<void> {
  const id = await server.run(
    async (strapi, key) =>
      (await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key } }))!
        .documentId as string,
    from,
  );
  await admin.put(`${collection('project')}/${id}`, { key: to }).expect(200);
}

it('what a project keeps back it keeps back under another key, and the change of the key is audited', async () => {
  const server = await startServer({ env: ENV });
  try {
    const admin = await registerAdmin(server);
    const api = await tokenFor(server, 'SIGN');
    const other = await tokenFor(server, 'OTHER');
    const id = await inCode(server, ARTICLES, 'create', { data: { title: 'Coffee' } });
    const content = [{ type: ARTICLES, id, locale: null }];
    const decision = await fileDecision(api, { content });
    const publish = () => inCode(server, ARTICLES, 'publish', { documentId: id });
    await expect(publish()).rejects.toThrow('is open');

    await rename(server, admin, 'SIGN', 'THIRD');
    await rename(server, admin, 'OTHER', 'SIGN');
    await rename(server, admin, 'THIRD', 'OTHER');
    await expect(publish()).rejects.toThrow('is open');
    await fileDecision(other, { content });

    const { body } = await api.get('/changes?action=project.updated').expect(200);
    expect(body.changes).toMatchObject(
      [
        ['SIGN', 'THIRD'],
        ['THIRD', 'OTHER'],
      ].map(([from, to]) => ({
        ...{ actor: { type: 'admin', name: 'Ada Lovelace' }, target: { type: 'project' }, record: null },
        changes: { project_key: { from, to } },
      })),
    );

    const { contentDigest } = (await admin.get(`/work-tracking/decisions/${decision.id as string}`)).body
      .data;
    expect(contentDigest).toEqual(expect.any(String));
    const resolution = { verdict: 'approved', contentDigest };
    await admin.post(`/work-tracking/decisions/${decision.id as string}/resolve`, resolution).expect(200);
    await publish();
    const { data } = (await admin.get('/work-tracking/sign-off').expect(200)).body;
    expect(data.project).toMatchObject({ key: 'OTHER' });
  } finally {
    await server.destroy();
  }
});

it('the start tells of the other key; a setting that names another project means that one', async () => {
  const first = await startServer({ env: ENV });
  const admin = await registerAdmin(first);
  await tokenFor(first, 'SIGN');
  await rename(first, admin, 'SIGN', 'NEWS');
  await tokenFor(first, 'SIGN');
  await first.stop();
  const again = await startServer({ env: ENV, database: first.database });
  expect(again.log()).toContain(
    'SIGN_OFF_PROJECT (signOff.project) names the project "SIGN", whose key is "NEWS" by now: it signs off as before. ' +
      'Set SIGN_OFF_PROJECT=NEWS.',
  );
  await again.stop();
  const keyNow = async (server: OwnServer) => {
    const logged = await logInAdmin(server);
    return (await logged.get('/work-tracking/sign-off').expect(200)).body.data.project.key as string;
  };
  const env = { ...ENV, SIGN_OFF_PROJECT: 'NEWS' };
  const named = await startServer({ env, database: first.database });
  expect(await keyNow(named)).toBe('NEWS');
  expect(named.log()).not.toContain('SIGN_OFF_PROJECT (signOff.project) names');
  await named.stop();
  const other = await startServer({ env: ENV, database: first.database });
  try {
    expect(await keyNow(other)).toBe('SIGN');
  } finally {
    await other.destroy();
  }
});

it('a project whose key is written in other capitals is not that of the sign-off', async () => {
  const first = await startServer({ env: ENV });
  await tokenFor(first, 'Sign');
  await first.stop();
  const server = await startServer({ env: ENV, database: first.database });
  try {
    expect(server.log()).toContain(
      'SIGN_OFF_PROJECT (signOff.project) names the project "SIGN", which is not there',
    );
    const id = await inCode(server, ARTICLES, 'create', { data: { title: 'Coffee' } });
    await expect(inCode(server, ARTICLES, 'publish', { documentId: id })).rejects.toThrow(
      'there is no such project',
    );
  } finally {
    await server.destroy();
  }
});
