import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { codeAfter, PLUGIN_README } from '../documentation/documents';
import { extended, extensionOf } from '../support/extended';
import { servedByStrapi } from '../support/host';
import { plainApplication, type PlainApplication } from '../support/plain-application';

const TICKET = 'plugin::work-tracking.ticket';
const ARTICLE_FILE = 'api/article/content-types/article/schema.json';
const NOTE_FILE = 'components/shared/note.json';
const USER_FILE = 'extensions/users-permissions/content-types/user/schema.json';

const article = (attributes: object) => ({
  [ARTICLE_FILE]: {
    kind: 'collectionType',
    collectionName: 'articles',
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    options: { draftAndPublish: false },
    attributes: {
      title: { type: 'string' },
      notes: { type: 'component', component: 'shared.note', repeatable: true },
      blocks: { type: 'dynamiczone', components: ['shared.note'] },
      ...attributes,
    },
  },
});

const note = (attributes: object) => ({
  [NOTE_FILE]: {
    collectionName: 'components_shared_notes',
    info: { displayName: 'Note' },
    attributes: { text: { type: 'string' }, ...attributes },
  },
});

/** The part of Strapi's plugin that is used here, which comes without types. */
type UsersPermissions = () => { contentTypes: { user: { schema: { attributes: object } } } };

const usersPermissions: UsersPermissions = jest.requireActual(
  '@strapi/plugin-users-permissions/strapi-server',
);
const { schema: userSchema } = usersPermissions().contentTypes.user;

const user = (attributes: object) => ({
  [USER_FILE]: { ...userSchema, attributes: { ...userSchema.attributes, ...attributes } },
});

const index = (attributes: object) => ({
  'index.js': `module.exports = {
    register({ strapi }) {
      strapi.get('content-types').extend('api::article.article', (type) => {
        Object.assign(type.attributes, ${JSON.stringify(attributes)});
      });
    },
  };`,
});

const relation = (kind: string, target: string, more = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
});
const TICKETS = relation('oneToMany', TICKET, { mappedBy: 'article' });
const ABOUT = relation('manyToMany', TICKET, { inversedBy: 'articles' });
const MAIN = relation('oneToOne', TICKET);
const RULES = { type: 'customField', customField: 'plugin::work-tracking.decision-frontmatter' };
const DECISION = relation('oneToOne', 'plugin::work-tracking.decision');
const PROJECT = relation('manyToOne', 'plugin::work-tracking.project', {
  configurable: false,
  private: true,
});

const OTHER_SIDES = {
  article: relation('manyToOne', 'api::article.article', { inversedBy: 'tickets' }),
  articles: relation('manyToMany', 'api::article.article', { mappedBy: 'about' }),
};

/** An application that refers to the plugin in every way. */
const EVERYTHING = {
  ...servedByStrapi('article'),
  ...article({ tickets: TICKETS, about: ABOUT, main: MAIN, rules: RULES }),
  ...note({ decision: DECISION }),
  ...user({ workTrackingProject: PROJECT }),
  ...extended('ticket', { ...OTHER_SIDES, nickname: { type: 'string' } }),
  ...index({ second: MAIN }),
};

/** What it is when all of that is taken out. */
const NOTHING = { ...article({}), ...note({}), ...user({}), ...index({}), ...extended('ticket', {}) };

const inArticle = { uid: 'api::article.article', file: `src/${ARTICLE_FILE}`, refers_to: TICKET };
const EXTENSION = `src/${extensionOf('ticket')}`;

const BLOCKING = [
  {
    ...inArticle,
    attribute: 'tickets',
    kind: 'oneToMany',
    other_side: 'article',
    what_to_do: `Delete it in the Content-Type Builder, or take it out of the file and article out of ${EXTENSION}.`,
  },
  {
    ...inArticle,
    attribute: 'about',
    kind: 'manyToMany',
    other_side: 'articles',
    what_to_do: `Delete it in the Content-Type Builder, or take it out of the file and articles out of ${EXTENSION}.`,
  },
  {
    ...inArticle,
    attribute: 'main',
    kind: 'oneToOne',
    other_side: null,
    what_to_do: 'Delete it in the Content-Type Builder, or take it out of the file.',
  },
  {
    ...inArticle,
    attribute: 'rules',
    kind: 'customField',
    refers_to: 'plugin::work-tracking.decision-frontmatter',
    other_side: null,
    what_to_do: 'Give it an ordinary type in the file, in place of type and customField. Its values stay.',
  },
  {
    ...inArticle,
    attribute: 'second',
    kind: 'oneToOne',
    other_side: null,
    file: null,
    what_to_do: 'Take it out where your application defines it.',
  },
  {
    uid: 'plugin::users-permissions.user',
    attribute: 'workTrackingProject',
    kind: 'manyToOne',
    refers_to: 'plugin::work-tracking.project',
    other_side: null,
    file: `src/${USER_FILE}`,
    what_to_do: 'Take it out of the file. The plugin adds it anew while it is there.',
  },
  {
    uid: 'shared.note',
    attribute: 'decision',
    kind: 'oneToOne',
    refers_to: 'plugin::work-tracking.decision',
    other_side: null,
    file: `src/${NOTE_FILE}`,
    what_to_do: 'Delete it in the Content-Type Builder, or take it out of the file.',
  },
];

const isOnPostgres = process.env.TEST_DATABASE_URL?.startsWith('postgres') === true;

const CONSTRAINTS = isOnPostgres ? ['strapi_api_tokens', 'up_users'] : [];
const KEYS = isOnPostgres ? '2 foreign keys refer to it' : '';
const REFUSAL = `error: Without the plugin Strapi does not start: 7 attributes refer to it${KEYS && `, and ${KEYS}`}.\n`;
const FREE = {
  code: 0,
  stdout: expect.stringMatching(/\nNothing stands in the way of starting without the plugin\.\n$/),
};

/** On MariaDB knex prints remarks before them. */
const BOTH = { code: 0, stdout: expect.stringMatching(/\["First","Second"\]$/) };

let app: PlainApplication;

const check = (...options: string[]) => app.command('uninstall', '--check', ...options);

beforeAll(async () => {
  app = await plainApplication(EVERYTHING);
  expect(await app.load('with', 'First', 'Second')).toMatchObject(BOTH);
});
afterAll(() => app.drop());

describe('uninstall --check', () => {
  it('names everything that refers to the plugin, and where, as JSON', async () => {
    const { code, stdout, stderr } = await check('--json');
    expect([code, stderr]).toEqual([1, REFUSAL]);
    const { blocking, constraints, extensions, rows } = JSON.parse(stdout);
    expect(blocking).toEqual(BLOCKING);
    expect(constraints.map(({ table }: { table: string }) => table)).toEqual(CONSTRAINTS);
    expect(extensions).toEqual([
      {
        uid: TICKET,
        attribute: 'article',
        kind: 'manyToOne',
        refers_to: 'api::article.article',
        other_side: 'tickets',
        file: EXTENSION,
      },
      {
        uid: TICKET,
        attribute: 'articles',
        kind: 'manyToMany',
        refers_to: 'api::article.article',
        other_side: 'about',
        file: EXTENSION,
      },
    ]);
    expect(rows.map(({ keys, ...row }: { keys: string[] }) => [...Object.values(row), keys.length])).toEqual([
      [
        'strapi_core_store_settings',
        'plugin_content_manager_configuration_content_types::plugin::work-tracking.',
        false,
        17,
      ],
      ['strapi_core_store_settings', 'plugin_work-tracking_', true, 9],
      ['strapi_migrations_internal', 'work-tracking-', true, 2],
    ]);
    expect(rows[1].keys).toContain(`plugin_work-tracking_content_view::${TICKET}`);
  });

  it('says the same as text', async () => {
    const { code, stdout, stderr } = await check();
    expect([code, stderr]).toEqual([1, REFUSAL]);
    expect(stdout).toContain(
      [
        'uid         api::article.article',
        'attribute   tickets',
        'kind        oneToMany',
        `refers_to   ${TICKET}`,
        'other_side  article',
        `file        src/${ARTICLE_FILE}`,
        `what_to_do  ${BLOCKING[0]!.what_to_do}`,
        '',
      ].join('\n'),
    );
    expect(stdout).toMatch(
      new RegExp(`^${TICKET} +article +manyToOne +api::article\\.article +tickets +${EXTENSION}$`, 'm'),
    );
    expect(stdout).toMatch(/^strapi_core_store_settings +plugin_work-tracking_ +true +9$/m);
  });

  it('reads the sources of an application that is built, which need not be built again', async () => {
    const built = (name: string) => path.join(app.folder, 'dist', name);
    const own = (name: string) => path.join(app.folder, name);
    for (const name of ['api', 'components', 'extensions', 'index.js']) {
      cpSync(own(`src/${name}`), built(`src/${name}`), { recursive: true });
    }
    cpSync(own('config'), built('config'), { recursive: true });
    app.write({ '../tsconfig.json': { compilerOptions: { outDir: 'dist' } } });
    app.write({ ...NOTHING, [extensionOf('ticket')]: undefined });
    const { code, stdout } = await check('--json');
    const left = JSON.parse(stdout);
    // What code adds is known from the build alone.
    expect([code, left.blocking, left.extensions]).toEqual([1, [BLOCKING[4]], []]);
    rmSync(built('.'), { recursive: true });
    app.write({ '../tsconfig.json': undefined });
  });
});

describe('without the plugin Strapi', () => {
  it.each([
    ['a relation in two ways that the other side owns', article({ tickets: TICKETS })],
    ['a relation in two ways', article({ about: ABOUT })],
    ['a relation in one way', article({ main: MAIN })],
    ['an input of the plugin', article({ rules: RULES })],
    ['a relation in a component', note({ decision: DECISION })],
    ['the relation that the builder writes into User', user({ workTrackingProject: PROJECT })],
    ['a relation that code adds', index({ second: MAIN })],
  ])('does not start with %s', async (_name, sources) => {
    app.write({ ...EVERYTHING, ...NOTHING, ...sources });
    expect((await app.load('without')).code).toBe(1);
  });

  it('starts once nothing is in the way, and has its own entries', async () => {
    app.write({ ...EVERYTHING, ...NOTHING });
    if (isOnPostgres) {
      const { code, stderr } = await check();
      expect([code, stderr]).toEqual([1, `error: Without the plugin Strapi does not start: ${KEYS}.\n`]);
      await app.onPostgres(codeAfter(PLUGIN_README, 'uninstall keys'));
    }
    expect(await check()).toMatchObject(FREE);
    expect(await app.load('without')).toMatchObject(BOTH);
  });
});
