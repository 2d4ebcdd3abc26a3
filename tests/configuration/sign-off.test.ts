import { registerAdmin } from '../support/admin';
import { fileTicket, tokenFor } from '../support/api';
import { builtWith } from '../support/configured';
import { ARTICLES } from '../support/documents';
import { ARTICLE, UNTITLED } from '../support/extended';
import { failToStart, startServer } from '../support/server';

const FILES = builtWith({ files: { ...ARTICLE, ...UNTITLED } });
describe('the options in config/plugins', () => {
  const signOff = { project: 'SIGN', types: { [ARTICLES]: 'always' }, approvals: ['fine'] };
  const withOptions = (config: object) => builtWith({ files: { ...ARTICLE, ...UNTITLED }, config });

  it('set the rules as the variables do', async () => {
    const server = await startServer({ env: withOptions({ contentTypes: [ARTICLES], signOff }) });
    try {
      const admin = await registerAdmin(server);
      const api = await tokenFor(server, 'SIGN');
      expect((await admin.get('/work-tracking/sign-off').expect(200)).body.data).toMatchObject({
        types: [{ type: ARTICLES, rule: 'always' }],
        project: { key: 'SIGN' },
        approvals: ['fine'],
      });
      const about = (type: string) => ({ title: 'About', content: [{ type, id: 'a', locale: null }] });
      await fileTicket(api, about(ARTICLES));
      const refused = await api.post('/tickets', about('api::homepage.homepage')).expect(400);
      expect(refused.body.details).toMatchObject([{ path: 'content.0.type', accepted: [ARTICLES] }]);
    } finally {
      await server.destroy();
    }
  });
});

describe('SIGN_OFF_TYPES', () => {
  it.each([
    [
      'api::nothing.nothing=asked',
      'names api::nothing.nothing, which is no content type of this application.',
    ],
    ['api::homepage.homepage=asked', 'names api::homepage.homepage, which has no draft and publish.'],
    [
      'plugin::work-tracking.ticket=asked',
      'names plugin::work-tracking.ticket, which has no draft and publish.',
    ],
  ])('%s stops the start with a sentence', async (value, sentence) => {
    const { log, code } = await failToStart({ ...FILES, SIGN_OFF_PROJECT: 'SIGN', SIGN_OFF_TYPES: value });
    expect(code).not.toBe(0);
    expect(log).toContain(sentence);
  });

  it.each([
    [{}, 'SIGN_OFF_TYPES (signOff.types) needs SIGN_OFF_PROJECT (signOff.project).'],
    [
      { SIGN_OFF_PROJECT: 'SIGN', CONTENT_TYPES: 'api::homepage.homepage' },
      'about whose entries there are no decisions: CONTENT_TYPES does not have it.',
    ],
  ])('with %j stops it, too', async (env, sentence) => {
    const { log, code } = await failToStart({ ...FILES, ...env, SIGN_OFF_TYPES: `${ARTICLES}=asked` });
    expect(code).not.toBe(0);
    expect(log).toContain(sentence);
  });

  it('publishes nothing, and says so, until its project is there', async () => {
    const env = { ...FILES, SIGN_OFF_PROJECT: 'SIGN', SIGN_OFF_TYPES: `${ARTICLES}=asked` };
    const server = await startServer({ env });
    const publish = () =>
      server.run(async (strapi) => {
        const documents = strapi.documents('api::article.article' as never);
        const { documentId } = (await documents.create({ data: { title: 'A' } } as never)) as never as {
          documentId: string;
        };
        await documents.publish({ documentId } as never);
      });
    try {
      expect(server.log()).toContain(
        'SIGN_OFF_PROJECT (signOff.project) names the project "SIGN", which is not there',
      );
      await expect(publish()).rejects.toThrow(
        '"A" is not published: it is signed off by decisions of the project "SIGN" (SIGN_OFF_PROJECT), and there is no ' +
          'such project.',
      );
      await tokenFor(server, 'SIGN');
      await publish();
    } finally {
      await server.destroy();
    }
  });
});
