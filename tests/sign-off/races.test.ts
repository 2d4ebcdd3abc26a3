import isEqual from 'lodash/isEqual';
import uniqWith from 'lodash/uniqWith';
import { startEditing, type Editors } from './editors';

let editors: Editors;
beforeAll(async () => {
  editors = await startEditing('always');
});
afterAll(() => editors.server.destroy());

const ROUNDS = 15;

const APPROVED = { title: 'Coffee', summary: 'Approved' };
const CHANGED = { title: 'Tea', summary: 'Changed' };

interface Call {
  action: 'update' | 'publish';
  data?: object;
}

/** Makes several calls of the document service at once, each of them a chain. @returns what is published by then */
const atOnce = (documentId: string, chains: readonly (readonly Call[])[]): Promise<unknown[]> =>
  editors.server.run(
    async (strapi, given) => {
      const documents = strapi.documents('api::article.article' as never) as never as Record<
        string,
        (params: object) => Promise<unknown>
      >;
      await Promise.allSettled(
        given.chains.map(async (chain) => {
          for (const { action, data } of chain) {
            await documents[action]!({ documentId: given.documentId, ...(data ? { data } : {}) });
          }
        }),
      );
      const rows = await strapi.db
        .query('api::article.article')
        .findMany({ where: { documentId: given.documentId } });
      return rows
        .filter(({ publishedAt }) => publishedAt !== null)
        .map(({ title, summary }) => ({ title, summary }));
    },
    { documentId, chains },
  );

/** An entry that is as it shall be approved, and the decision about it. */
async function asked(): Promise<{ id: string; decision: string }> {
  const id = await editors.newArticle();
  await editors.inCode('update', { documentId: id, data: APPROVED });
  return { id, decision: await editors.ask(id) };
}

const edit: Call = { action: 'update', data: CHANGED };
const revert: Call = { action: 'update', data: APPROVED };
const publish: Call = { action: 'publish' };

it.each([
  ['an edit and a publication', [[edit], [publish]]],
  ['two edits and a publication', [[edit], [edit, revert], [publish]]],
  ['edits there and back, and publications', [[edit, revert, edit, revert], [publish], [publish]]],
] as [string, Call[][]][])('%s at once leave nothing published that nobody approved', async (_, chains) => {
  const published: unknown[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, decision } = await asked();
    await editors.sign(decision, { verdict: 'approved' });
    published.push(...(await atOnce(id, [...chains, [revert, publish]])));
  }
  expect(uniqWith(published, isEqual)).toEqual([APPROVED]);
});

it('an approval, an edit and publications at once leave nothing published that nobody approved', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, decision } = await asked();
    const contentDigest = await editors.digest(decision);
    const [published, { status }] = await Promise.all([
      atOnce(id, [[edit], [publish], [publish]]),
      editors.admin.post(`/work-tracking/decisions/${decision}/resolve`, {
        verdict: 'approved',
        contentDigest,
      }),
    ]);
    expect([200, 409]).toContain(status);
    for (const one of published) expect(one).toEqual(APPROVED);
  }
});

it('of an approval and an edit one after the other, the entry is as it was approved, or is not published', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, decision } = await asked();
    const contentDigest = await editors.digest(decision);
    await Promise.all([
      editors.inCode('update', { documentId: id, data: CHANGED }),
      editors.admin.post(`/work-tracking/decisions/${decision}/resolve`, {
        verdict: 'approved',
        contentDigest,
      }),
    ]);
    expect(await atOnce(id, [[publish]])).toEqual([]);
    expect(await atOnce(id, [[revert, publish]])).toEqual(
      (await editors.digest(decision)) === contentDigest && (await isResolved(decision)) ? [APPROVED] : [],
    );
  }
});

const isResolved = async (decision: string): Promise<boolean> =>
  (await editors.api.get(`/decisions/${decision}`).expect(200)).body.decision.frontmatter.status ===
  'resolved';
