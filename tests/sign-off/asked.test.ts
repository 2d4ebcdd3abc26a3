import supertest from 'supertest';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager } from '../support/admin';
import { newProject } from '../support/api';
import { ARTICLES, startEditing, type Editors } from './editors';
import { waysIn, type Way } from './ways';

let editors: Editors;
let ways: Record<string, Way>;
let adminToken: string;

beforeAll(async () => {
  editors = await startEditing();
  const { server, admin } = editors;
  ways = await waysIn(server, admin);
  const adminPermissions = ['board.read', 'decision.read', 'decision.resolve'].map((action) => ({
    action: actionId(action as 'board.read'),
    subject: null,
    properties: {},
    conditions: [],
  }));
  const mayRead = mayInContentManager('read', 'decision', ['state']);
  const { body } = await admin
    .post('/admin/admin-tokens', {
      name: 'A program',
      description: '',
      kind: 'admin',
      adminPermissions: [...adminPermissions, mayRead],
    })
    .expect(201);
  adminToken = body.data.accessKey;
});
afterAll(() => editors.server.destroy());

const ask: Editors['ask'] = (...given) => editors.ask(...given);
const sign: Editors['sign'] = (...given) => editors.sign(...given);

type State = (id: string) => Promise<unknown>;

/** What may be published. */
const ALLOWED: Record<string, State> = {
  'nothing was asked': () => Promise.resolve(),
  'a person approved it by an option': async (id) =>
    sign(await ask(id), { verdict: 'Go on', option_id: 'approved' }),
  'a person approved it by a verdict, in any case': async (id) => sign(await ask(id), { verdict: 'FINE' }),
  'a person approved it after somebody had rejected it': async (id) => {
    await sign(await ask(id), { verdict: 'rejected' });
    await sign(await ask(id, 'en'), { verdict: 'approved' });
  },
  'a decision of another project is open': async (id) => ask(id, null, await newProject(editors.server)),
  'a decision about another entry of it is open': async () => ask('another'),
};

/** What may not, with the reason. */
const REFUSED: Record<string, [reason: string, State]> = {
  'a decision about every locale is open': ['open', (id) => ask(id)],
  'a decision about its locale is open': ['open', (id) => ask(id, 'en')],
  'a person rejected it': ['not_approved', async (id) => sign(await ask(id), { verdict: 'rejected' })],
  'a person chose another option, with the right words': [
    'not_approved',
    async (id) => sign(await ask(id), { verdict: 'not approved', option_id: 'rejected' }),
  ],
  'a program approved it': [
    'not_approved',
    async (id) => editors.api.post(`/decisions/${await ask(id)}/resolve`, { status: 'approved' }).expect(200),
  ],
  "a program approved it with an administrator's token": [
    'not_approved',
    async (id) => {
      const decision = await ask(id);
      await supertest(editors.server.url)
        .post(`/work-tracking/decisions/${decision}/resolve`)
        .set('Authorization', `Bearer ${adminToken}`)
        .send({ verdict: 'approved' })
        .expect(200);
    },
  ],
  'it was added to what a person had approved of another entry': [
    'not_approved',
    async (id) => {
      const decision = await ask('another');
      await sign(decision, { verdict: 'approved' });
      const content = [
        { type: ARTICLES, id: 'another', locale: null },
        { type: ARTICLES, id, locale: null },
      ];
      await editors.api.patch(`/decisions/${decision}`, { content }).expect(200);
    },
  ],
  'it was approved and is asked about again': [
    'open',
    async (id) => {
      await sign(await ask(id), { verdict: 'approved' });
      await ask(id);
    },
  ],
  'of two decisions the older one is open': [
    'open',
    async (id) => {
      await ask(id);
      await sign(await ask(id), { verdict: 'approved' });
    },
  ],
};

const WAYS = [
  'publish in code',
  'publish every locale in code',
  'publish one of several locales in code',
  'update in code',
  'PUT of REST',
  'a mutation of GraphQL',
  "the panel's Publish",
  "the panel's bulk Publish",
];

it('each of the ways is tried', () => {
  expect(Object.keys(ways)).toEqual(WAYS);
});

describe.each(WAYS)('%s', (name) => {
  const publish: Way = (id, title) => ways[name]!(id, title);

  it.each(Object.entries(ALLOWED))('publishes while %s', async (_, state) => {
    const id = await editors.newArticle();
    await state(id);
    expect(await publish(id, 'Coffee')).toBeUndefined();
    expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: ['Coffee'] });
  });

  it.each(Object.entries(REFUSED))('publishes nothing while %s', async (_, [reason, state]) => {
    const id = await editors.newArticle();
    await state(id);
    expect(await publish(id, 'Tea')).toMatchObject({
      name: 'ApplicationError',
      message: expect.stringMatching(/^"(Coffee|Tea)" is not published: the decision "Shall it be public\?"/),
      details: {
        code: 'sign_off_required',
        reason,
        decision: { id: expect.any(String), slug: expect.any(String), title: 'Shall it be public?' },
      },
    });
    expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: [] });
  });

  it('leaves what was published before as it was', async () => {
    const id = await editors.newArticle();
    expect(await publish(id, 'Coffee')).toBeUndefined();
    await ask(id);
    expect(await publish(id, 'Tea')).toBeDefined();
    expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: ['Coffee'] });
  });
});
