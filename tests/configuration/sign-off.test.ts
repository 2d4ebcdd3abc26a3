import { tokenFor } from '../support/api';
import { builtWith } from '../support/configured';
import { ARTICLES } from '../support/documents';
import { ARTICLE, UNTITLED } from '../support/extended';
import { failToStart, startServer } from '../support/server';

const FILES = builtWith({ files: { ...ARTICLE, ...UNTITLED } });
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
    ...['api::article.article', 'api::article.article=perhaps', 'article=asked', '=asked'].map((value) => [
      value,
      'expected content types with their rule, asked or always, such as api::article.article=always, separated by commas.',
    ]),
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
    [
      { SIGN_OFF_PROJECT: 'SIGN', SIGN_OFF_APPROVALS: ',' },
      'SIGN_OFF_APPROVALS (signOff.approvals) is ",": expected at least one option or verdict.',
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
