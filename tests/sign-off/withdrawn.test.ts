import { newProject } from '../support/api';
import { ARTICLES } from '../support/documents';
import { startEditing, type Editors } from './editors';

let editors: Editors;
beforeAll(async () => {
  editors = await startEditing('always');
});
afterAll(() => editors.server.destroy());

/** Resolves a new decision about an entry. @returns its public id */
async function decide(verdict: string, id: string, locale: string | null = null): Promise<string> {
  const decision = await editors.ask(id, locale);
  await editors.sign(decision, { verdict });
  return decision;
}

const about = (id: string, locale: string | null = null) => ({ type: ARTICLES, id, locale });
const setContent = (decision: string, content: object[]) =>
  editors.api.patch(`/decisions/${decision}`, { content }).expect(200);
const publish = (id: string, locale = 'en') => editors.inCode('publish', { documentId: id, locale });
const NOT_APPROVED = 'the decision "Shall it be public?" did not approve it';

const WITHDRAWALS: Record<string, (rejection: string, id: string) => Promise<unknown>> = {
  'is deleted': (rejection) => editors.api.delete(`/decisions/${rejection}`).expect(200),
  'is about nothing any more': (rejection) => setContent(rejection, []),
  'is about something else, and about the entry again': async (rejection, id) => {
    await setContent(rejection, [about('another')]);
    await setContent(rejection, [about(id)]);
  },
  'is about another locale only': (rejection, id) => setContent(rejection, [about(id, 'de')]),
  'is deleted after the approval was about nothing for a while': (rejection) =>
    editors.api.delete(`/decisions/${rejection}`).expect(200),
};

it.each(Object.keys(WITHDRAWALS))(
  'an approval does not come back when the rejection after it %s',
  async (how) => {
    const id = await editors.newArticle();
    const approval = await decide('approved', id);
    const rejection = await decide('rejected', id);
    if (how.endsWith('for a while')) await setContent(approval, []);
    await WITHDRAWALS[how]!(rejection, id);
    await setContent(approval, [about(id)]);
    await expect(publish(id)).rejects.toThrow(NOT_APPROVED);
    await decide('approved', id);
    await publish(id);
  },
);

it('nor when it was rejected twice, and both are deleted, the last one first', async () => {
  const id = await editors.newArticle();
  const decisions = [
    await decide('approved', id),
    await decide('rejected', id),
    await decide('rejected', id),
  ];
  for (const decision of decisions.slice(1).reverse())
    await editors.api.delete(`/decisions/${decision}`).expect(200);
  await expect(publish(id)).rejects.toThrow(NOT_APPROVED);
});

it('an approval stays when an older decision is deleted, or a later one about something else', async () => {
  const [id, other] = [await editors.newArticle(), await editors.newArticle()];
  await editors.inCode('update', { documentId: id, locale: 'de', data: { title: 'Kaffee' } });
  const before = await decide('rejected', id);
  await decide('approved', id);
  const elsewhere = await editors.ask(id, null, await newProject(editors.server));
  await editors.sign(elsewhere, { verdict: 'rejected' });
  const after = [await decide('rejected', other), await decide('rejected', id, 'de')];
  await setContent(after[0]!, []);
  for (const decision of [before, after[1]!]) await editors.api.delete(`/decisions/${decision}`).expect(200);
  await editors.server.run(async (strapi, documentId) => {
    await strapi.documents('plugin::work-tracking.decision').delete({ documentId });
  }, elsewhere);
  await publish(id);
  await expect(publish(id, 'de')).rejects.toThrow('"Kaffee" is not published');
});
