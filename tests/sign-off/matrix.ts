import supertest from 'supertest';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import type { SignOffRule } from '../../src/plugins/work-tracking/domain/sign-off';
import { collection, mayInContentManager, newAdminToken } from '../support/admin';
import { newProject } from '../support/api';
import { ARTICLES } from '../support/documents';
import { startEditing, type Editors } from './editors';
import { waysIn, type Way } from './ways';

type Reason = 'open' | 'not_approved' | 'changed' | 'none';

/** What a state of an article comes to under a rule: why it is not published, or null. */
type Outcomes = Record<SignOffRule, Reason | null>;

const both = (reason: Reason | null): Outcomes => ({ asked: reason, always: reason });
/** What is as if nothing had been asked. */
const NOTHING: Outcomes = { asked: null, always: 'none' };

let editors: Editors;
let adminToken: string;

const ask: Editors['ask'] = (...given) => editors.ask(...given);
const sign: Editors['sign'] = (...given) => editors.sign(...given);
const approve = async (id: string, locale?: string) =>
  sign(await ask(id, locale), { verdict: 'Go on', option_id: 'approved' });
const edit = (id: string, data: object) => editors.inCode('update', { documentId: id, data });

/** A token of an administrator who may resolve. */
const tokenOfAdmin = () =>
  newAdminToken(editors.admin, [
    ...(['board.read', 'decision.read', 'decision.resolve'] as const).map((action) => ({
      action: actionId(action),
    })),
    mayInContentManager('read', 'decision', ['state']),
  ]);

/** The states of an article in English with the title "Coffee", by their names. */
const STATES: Record<string, [outcomes: Outcomes, state: (id: string) => Promise<unknown>]> = {
  'nothing was asked': [NOTHING, () => Promise.resolve()],
  'a decision of another project is open': [
    NOTHING,
    async (id) => ask(id, null, await newProject(editors.server)),
  ],
  'a decision of another project approved it': [
    NOTHING,
    async (id) => sign(await ask(id, null, await newProject(editors.server)), { verdict: 'approved' }),
  ],
  'a decision about another entry is open': [NOTHING, async () => ask('another')],
  'its German was approved': [NOTHING, (id) => approve(id, 'de')],
  'a decision about its German is open': [NOTHING, (id) => ask(id, 'de')],

  'a person approved it by an option': [both(null), (id) => approve(id)],
  'a person approved its English': [both(null), (id) => approve(id, 'en')],
  'a person approved it by a verdict, in any case': [
    both(null),
    async (id) => sign(await ask(id), { verdict: 'FINE' }),
  ],
  'a person approved it after somebody had rejected it': [
    both(null),
    async (id) => {
      await sign(await ask(id), { verdict: 'rejected' });
      await approve(id, 'en');
    },
  ],
  'it was saved again after the approval': [
    both(null),
    async (id) => {
      await approve(id);
      await edit(id, { title: 'Coffee' });
    },
  ],
  'it was changed and changed back after the approval': [
    both(null),
    async (id) => {
      await approve(id);
      await edit(id, { title: 'Tea' });
      await edit(id, { title: 'Coffee' });
    },
  ],

  'it was changed after the approval': [
    { asked: null, always: 'changed' },
    async (id) => {
      await approve(id);
      await edit(id, { summary: 'Black' });
    },
  ],
  'another locale has changed what is the same in every locale after the approval': [
    { asked: null, always: 'changed' },
    async (id) => {
      await editors.inCode('update', { documentId: id, locale: 'de', data: { title: 'Kaffee' } });
      await approve(id);
      await editors.inCode('update', { documentId: id, locale: 'de', data: { summary: 'Schwarz' } });
    },
  ],

  'a decision about every locale is open': [both('open'), (id) => ask(id)],
  'a decision about its locale is open': [both('open'), (id) => ask(id, 'en')],
  'a person rejected it': [both('not_approved'), async (id) => sign(await ask(id), { verdict: 'rejected' })],
  'a person chose another option, with the right words': [
    both('not_approved'),
    async (id) => sign(await ask(id), { verdict: 'not approved', option_id: 'rejected' }),
  ],
  'a program approved it': [
    both('not_approved'),
    async (id) => editors.api.post(`/decisions/${await ask(id)}/resolve`, { status: 'approved' }).expect(200),
  ],
  "a program approved it with an administrator's token": [
    both('not_approved'),
    async (id) => {
      const decision = await ask(id);
      await supertest(editors.server.url)
        .post(`/work-tracking/decisions/${decision}/resolve`)
        .set('Authorization', `Bearer ${adminToken}`)
        .send({ verdict: 'approved', contentDigest: await editors.digest(decision) })
        .expect(200);
    },
  ],
  "it was approved in the content manager's form, where nobody signs": [
    both('not_approved'),
    async (id) => {
      const decision = await ask(id);
      await editors.admin
        .put(`${collection('decision')}/${decision}`, { state: 'resolved', verdict: 'approved' })
        .expect(200);
    },
  ],
  'it was added to what a person had approved of another entry': [
    both('not_approved'),
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
    both('open'),
    async (id) => {
      await approve(id);
      await ask(id);
    },
  ],
  'of two decisions the older one is open': [
    both('open'),
    async (id) => {
      await ask(id);
      await approve(id);
    },
  ],
  'whoever asked wants to approve it': [
    both('open'),
    async (id) => {
      const decision = await editors.askInPanel(id);
      await editors.refuseToSign(decision, 'You have asked for this yourself.');
    },
  ],
  'whoever changed it last wants to approve it': [
    both('open'),
    async (id) => {
      await editors.editInPanel(id, { title: 'Coffee' });
      await editors.refuseToSign(await ask(id), 'You were the last to change "Coffee".');
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

/** Tries every way in under a rule, in every state. */
export function tryEveryWay(rule: SignOffRule): void {
  let ways: Record<string, Way>;

  beforeAll(async () => {
    editors = await startEditing(rule);
    ways = await waysIn(editors.server, editors.admin);
    adminToken = await tokenOfAdmin();
  });
  afterAll(() => editors.server.destroy());

  it('each of the ways is tried', () => {
    expect(Object.keys(ways)).toEqual(WAYS);
  });

  it('what is not there is not found', async () => {
    expect(await ways['PUT of REST']!('nothing', 'Tea')).toMatchObject({ name: 'NotFoundError' });
    expect(await ways['update in code']!('nothing', 'Tea')).toBeUndefined();
    expect(await editors.stored('nothing')).toEqual({ drafts: [], published: [] });
  });

  describe.each(WAYS)('%s', (name) => {
    const publish: Way = (id, title) => ways[name]!(id, title);
    const outcomes = Object.entries(STATES).map(
      ([state, [outcome, prepare]]) => [state, outcome[rule], prepare] as const,
    );

    it.each(outcomes.filter(([, reason]) => reason === null))(
      'publishes while %s',
      async (_state, _reason, prepare) => {
        const id = await editors.newArticle();
        await prepare(id);
        expect(await publish(id, 'Coffee')).toBeUndefined();
        expect((await editors.stored(id)).published).toEqual(
          // Of every locale there are as many as there are drafts.
          expect.arrayContaining(['Coffee']),
        );
      },
    );

    it.each(outcomes.filter(([, reason]) => reason !== null))(
      'publishes nothing while %s',
      async (_state, reason, prepare) => {
        const id = await editors.newArticle();
        await prepare(id);
        const before = await editors.stored(id);
        expect(await publish(id, 'Tea')).toMatchObject({
          name: 'ApplicationError',
          message: expect.stringMatching(/^"(Coffee|Tea|Kaffee)" is not published: /),
          details: {
            code: 'sign_off_required',
            reason,
            decision:
              reason === 'none'
                ? null
                : { id: expect.any(String), slug: expect.any(String), title: 'Shall it be public?' },
          },
        });
        expect(await editors.stored(id)).toEqual(before);
        expect(before.published).toEqual([]);
      },
    );

    it('leaves what was published before as it was', async () => {
      const id = await editors.newArticle();
      await approve(id);
      expect(await publish(id, 'Coffee')).toBeUndefined();
      await ask(id);
      expect(await publish(id, 'Tea')).toBeDefined();
      expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: ['Coffee'] });
    });
  });
}
