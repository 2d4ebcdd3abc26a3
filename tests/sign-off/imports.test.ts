import path from 'node:path';
import { logInAdmin } from '../support/admin';
import { fileDecision, fileTicket, subscribe, tokenFor, type Api } from '../support/api';
import { ARTICLES, inCode, publishedTitles } from '../support/documents';
import { startReceiver } from '../support/receiver';
import type { TestServer } from '../support/server';
import { makeFolder } from '../support/test-run';
import { startEditing, type Editors } from './editors';

interface Providers {
  providers: Record<string, (options: object) => object>;
}

/** The engine of Strapi's commands `export`, `import` and `transfer`. */
interface Transfer {
  strapi: Providers;
  file: Providers;
  engine: {
    createTransferEngine(
      source: object,
      destination: object,
      options: object,
    ): { transfer(): Promise<unknown> };
  };
}

/** A module of the application's own, through which code in it reaches the engine. */
const APPLICATION = `
module.exports = {
  register({ strapi }) {
    strapi.add('data-transfer', () => require(${JSON.stringify(require.resolve('@strapi/data-transfer'))}));
  },
};
`;

/** Exports all content into a file, or imports it in place of what is there, as Strapi's commands do. */
const transfer = (server: TestServer, way: 'export' | 'import', file: string): Promise<void> =>
  server.run(
    async (strapi, given) => {
      const { strapi: own, file: files, engine } = strapi.get<Transfer>('data-transfer');
      const getStrapi = () => strapi;
      const plain = { encryption: { enabled: false }, compression: { enabled: false } };
      const isExport = given.way === 'export';
      const kept = Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith('admin::'));
      const source = isExport
        ? own.providers.createLocalStrapiSourceProvider!({ getStrapi, autoDestroy: false })
        : files.providers.createLocalFileSourceProvider!({ ...plain, file: { path: `${given.file}.tar` } });
      const destination = isExport
        ? files.providers.createLocalFileDestinationProvider!({ ...plain, file: { path: given.file } })
        : own.providers.createLocalStrapiDestinationProvider!({
            getStrapi,
            autoDestroy: false,
            strategy: 'restore',
            restore: {
              assets: true,
              entities: { exclude: kept },
              configuration: { webhook: true, coreStore: true },
            },
          });
      const options = { versionStrategy: 'exact', schemaStrategy: 'strict', transforms: {} };
      // The engine does not wait for the commit of its transaction.
      const begin = strapi.db.transaction.bind(strapi.db) as (...of: unknown[]) => Promise<unknown>;
      const begun: Promise<unknown>[] = [];
      const noting = (...of: unknown[]) => {
        const ended = begin(...of);
        begun.push(ended);
        return ended;
      };
      Object.assign(strapi.db, { transaction: noting });
      await engine.createTransferEngine(source, destination, options).transfer();
      Object.assign(strapi.db, { transaction: begin });
      await Promise.all(begun);
    },
    { way, file },
  );

/** Makes a subscription active or inactive. */
const setActive = (server: TestServer, id: string, active: boolean) =>
  inCode(server, 'plugin::work-tracking.webhook-subscription', 'update', {
    documentId: id,
    data: { active },
  });

let from: Editors;
let to: Editors;

beforeAll(async () => {
  const others = { types: [], files: { 'index.js': APPLICATION } };
  [from, to] = await Promise.all([startEditing('always', others), startEditing('always', others)]);
});
afterAll(() => Promise.all([from.server.destroy(), to.server.destroy()]));

const listed = async (api: Api, list: string): Promise<object> => {
  const { body } = await api.get(list).expect(200);
  return body;
};

/** An article with an approved draft, which its decision is about, and a ticket. */
async function newApproved(): Promise<string> {
  const id = await from.newArticle();
  await from.sign(await from.ask(id), { verdict: 'approved' });
  await fileTicket(from.api, { labels: ['kept'], content: [{ type: ARTICLES, id, locale: null }] });
  return id;
}

it('what is imported is not asked; tickets, decisions and approvals come with it, under other row numbers, too', async () => {
  const unsigned = await from.newArticle();
  const signed = await newApproved();
  const other = await newApproved();
  await from.inCode('publish', { documentId: other });
  await from.inCode('update', { documentId: other, data: { title: 'Tea' } });
  // Published past the rule, as an import does it.
  await from.server.run(async (strapi, documentId) => {
    const articles = strapi.db.query('api::article.article');
    const draft = (await articles.findOne({ where: { documentId } })) as { title: string; locale: string };
    const { title, locale } = draft;
    await articles.create({ data: { documentId, title, locale, publishedAt: new Date() } });
  }, unsigned);
  // The rows there have had other numbers.
  const before = await tokenFor(to.server, 'BEFORE');
  for (let count = 0; count < 5; count += 1) {
    const content = [{ type: ARTICLES, id: await to.newArticle(), locale: null }];
    await fileTicket(before, { content });
    await fileDecision(before, { content });
  }

  const file = path.join(makeFolder('exported'), 'all');
  await transfer(from.server, 'export', file);
  await transfer(to.server, 'import', file);

  const api = await tokenFor(to.server, 'SIGN');
  for (const list of [
    ...['/tickets', '/decisions', '/tickets?label=kept'],
    ...[signed, other].flatMap((id) => [
      `/tickets?content=${ARTICLES}:${id}`,
      `/decisions?content=${ARTICLES}:${id}`,
    ]),
  ]) {
    expect([list, await listed(api, list)]).toEqual([list, await listed(from.api, list)]);
  }
  const published = (id: string) => publishedTitles(to.server, id);
  expect([await published(unsigned), await published(signed), await published(other)]).toEqual([
    ['Coffee'],
    [],
    ['Coffee'],
  ]);
  const admin = await logInAdmin(to.server);
  const states = (id: string) =>
    admin.get(`/work-tracking/content/${id}/sign-off?type=${ARTICLES}&locale=en`).expect(200);
  const stateOf = async (id: string) => (await states(id)).body.data.state;
  expect([await stateOf(unsigned), await stateOf(signed), await stateOf(other)]).toEqual([
    'not_asked',
    'approved',
    'changed',
  ]);
  await to.inCode('publish', { documentId: signed });
  for (const id of [unsigned, other])
    await expect(to.inCode('publish', { documentId: id })).rejects.toThrow('is not published');
});

it('what waits to be sent is imported, and sent from there', async () => {
  const receiver = await startReceiver();
  const { id } = await subscribe(from.api, receiver.url, { event_types: ['ticket.created'] });
  await setActive(from.server, id, false);
  const ticket = await fileTicket(from.api, { title: 'Held' });
  const file = path.join(makeFolder('exported'), 'held');
  await transfer(from.server, 'export', file);
  await transfer(to.server, 'import', file);
  await setActive(to.server, id, true);
  const [received] = await receiver.until(1);
  expect(received!.body).toMatchObject({ event: 'ticket.created', data: { id: ticket.id } });
  const api = await tokenFor(to.server, 'SIGN');
  const { body } = await api.get(`/webhooks/deliveries?subscription_id=${id}`).expect(200);
  expect(body.deliveries).toMatchObject([{ event_type: 'ticket.created' }]);
  await receiver.close();
});
