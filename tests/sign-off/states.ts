import supertest from 'supertest';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import type { SignOffRule } from '../../src/plugins/work-tracking/domain/sign-off';
import { collection, mayInContentManager, newAdminToken } from '../support/admin';
import { newProject } from '../support/api';
import { ARTICLES } from '../support/documents';
import type { Editors } from './editors';

/** Why something is not published. */
export type Reason = 'open' | 'not_approved' | 'changed' | 'none';

/** Brings an article into it. */
export type State = (editors: Editors, id: string) => Promise<unknown>;

/** What a state of an article comes to under a rule: why it is not published, or null. */
type Outcomes = Record<SignOffRule, Reason | null>;

const both = (reason: Reason | null): Outcomes => ({ asked: reason, always: reason });
/** What is as if nothing had been asked. */
const NOTHING: Outcomes = { asked: null, always: 'none' };

/** Has it approved by a person. */
export const approve = async (editors: Editors, id: string, locale?: string) =>
  editors.sign(await editors.ask(id, locale), { verdict: 'Go on', option_id: 'approved' });

/** Has it rejected by a person. */
const reject = async (editors: Editors, id: string) =>
  editors.sign(await editors.ask(id), { verdict: 'rejected' });

const edit = (editors: Editors, id: string, data: object) =>
  editors.inCode('update', { documentId: id, data });

/** A token of an administrator who may resolve. */
const tokenOfAdmin = ({ admin }: Editors) =>
  newAdminToken(admin, [
    ...(['board.read', 'decision.read', 'decision.resolve'] as const).map((action) => ({
      action: actionId(action),
    })),
    mayInContentManager('read', 'decision', ['state']),
  ]);

/** The states of an article in English with the title "Coffee", by their names. */
export const STATES: Record<string, [outcomes: Outcomes, state: State]> = {
  'nothing was asked': [NOTHING, () => Promise.resolve()],
  'a decision of another project is open': [
    NOTHING,
    async (editors, id) => editors.ask(id, null, await newProject(editors.server)),
  ],
  'a decision of another project approved it': [
    NOTHING,
    async (editors, id) =>
      editors.sign(await editors.ask(id, null, await newProject(editors.server)), { verdict: 'approved' }),
  ],
  'a decision about another entry is open': [NOTHING, async (editors) => editors.ask('another')],
  'its German was approved': [NOTHING, (editors, id) => approve(editors, id, 'de')],
  'a decision about its German is open': [NOTHING, (editors, id) => editors.ask(id, 'de')],

  'a person approved it by an option': [both(null), (editors, id) => approve(editors, id)],
  'a person approved its English': [both(null), (editors, id) => approve(editors, id, 'en')],
  'a person approved it by a verdict, in any case': [
    both(null),
    async (editors, id) => editors.sign(await editors.ask(id), { verdict: 'FINE' }),
  ],
  'a person approved it after somebody had rejected it': [
    both(null),
    async (editors, id) => {
      await reject(editors, id);
      await approve(editors, id, 'en');
    },
  ],
  'it was approved, published and unpublished': [
    both(null),
    async (editors, id) => {
      await approve(editors, id);
      await editors.inCode('publish', { documentId: id });
      await editors.inCode('unpublish', { documentId: id });
    },
  ],
  'it was saved again after the approval': [
    both(null),
    async (editors, id) => {
      await approve(editors, id);
      await edit(editors, id, { title: 'Coffee' });
    },
  ],
  'it was changed and changed back after the approval': [
    both(null),
    async (editors, id) => {
      await approve(editors, id);
      await edit(editors, id, { title: 'Tea' });
      await edit(editors, id, { title: 'Coffee' });
    },
  ],

  'it was changed after the approval': [
    { asked: null, always: 'changed' },
    async (editors, id) => {
      await approve(editors, id);
      await edit(editors, id, { summary: 'Black' });
    },
  ],
  'another locale has changed what is the same in every locale after the approval': [
    { asked: null, always: 'changed' },
    async (editors, id) => {
      await editors.inCode('update', { documentId: id, locale: 'de', data: { title: 'Kaffee' } });
      await approve(editors, id);
      await editors.inCode('update', { documentId: id, locale: 'de', data: { summary: 'Schwarz' } });
    },
  ],

  'a decision about every locale is open': [both('open'), (editors, id) => editors.ask(id)],
  'a decision about its locale is open': [both('open'), (editors, id) => editors.ask(id, 'en')],
  'a person rejected it': [both('not_approved'), async (editors, id) => reject(editors, id)],
  'a person rejected it as it had been approved': [
    both('not_approved'),
    async (editors, id) => {
      await approve(editors, id);
      await reject(editors, id);
    },
  ],
  'a person chose another option, with the right words': [
    both('not_approved'),
    async (editors, id) =>
      editors.sign(await editors.ask(id), { verdict: 'not approved', option_id: 'rejected' }),
  ],
  'a program approved it': [
    both('not_approved'),
    async (editors, id) =>
      editors.api.post(`/decisions/${await editors.ask(id)}/resolve`, { status: 'approved' }).expect(200),
  ],
  "a program approved it with an administrator's token": [
    both('not_approved'),
    async (editors, id) => {
      const decision = await editors.ask(id);
      await supertest(editors.server.url)
        .post(`/work-tracking/decisions/${decision}/resolve`)
        .set('Authorization', `Bearer ${await tokenOfAdmin(editors)}`)
        .send({ verdict: 'approved', contentDigest: await editors.digest(decision) })
        .expect(200);
    },
  ],
  "it was approved in the content manager's form, where nobody signs": [
    both('not_approved'),
    async (editors, id) => {
      const decision = await editors.ask(id);
      await editors.admin
        .put(`${collection('decision')}/${decision}`, { state: 'resolved', verdict: 'approved' })
        .expect(200);
    },
  ],
  'it was added to what a person had approved of another entry': [
    both('not_approved'),
    async (editors, id) => {
      const decision = await editors.ask('another');
      await editors.sign(decision, { verdict: 'approved' });
      const content = [
        { type: ARTICLES, id: 'another', locale: null },
        { type: ARTICLES, id, locale: null },
      ];
      await editors.api.patch(`/decisions/${decision}`, { content }).expect(200);
    },
  ],
  'it was approved and is asked about again': [
    both('open'),
    async (editors, id) => {
      await approve(editors, id);
      await editors.ask(id);
    },
  ],
  'of two decisions the older one is open': [
    both('open'),
    async (editors, id) => {
      await editors.ask(id);
      await approve(editors, id);
    },
  ],
  'whoever asked wants to approve it': [
    both('open'),
    async (editors, id) => {
      const decision = await editors.askInPanel(id);
      await editors.refuseToSign(decision, 'You have asked for this yourself.');
    },
  ],
  'whoever changed it last wants to approve it': [
    both('open'),
    async (editors, id) => {
      await editors.editInPanel(id, { title: 'Coffee' });
      await editors.refuseToSign(await editors.ask(id), 'You were the last to change "Coffee".');
    },
  ],
};
