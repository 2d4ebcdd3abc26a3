import type { Admin } from '../support/admin';
import { ARTICLES } from '../support/documents';
import { callersOf } from './callers';
import { startEditing, type Editors } from './editors';
import { WAYS } from './ways';

let editors: Editors;
beforeAll(async () => {
  editors = await startEditing('always');
});
afterAll(() => editors.server.destroy());

const ROUNDS = 10;

/** The names of Strapi's errors that say what to do. */
const REFUSED = /^(Application|Validation)Error$/;

const bulk = (documentIds: readonly string[], who: Admin = editors.admin) =>
  who.post(`/content-manager/collection-types/${ARTICLES}/actions/bulkPublish`, { documentIds });

const approved = async () => {
  const id = await editors.newArticle();
  await editors.sign(await editors.ask(id), { verdict: 'approved' });
  return id;
};

it('two who publish the same entries at once, in another order, both succeed', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = [await approved(), await approved(), await approved(), await approved()];
    const answers = await Promise.all([bulk(ids), bulk([...ids].reverse()), bulk(ids)]);
    expect(answers.map(({ status, body }) => ({ status, error: body.error }))).toEqual(
      answers.map(() => ({ status: 200, error: undefined })),
    );
    for (const id of ids) expect((await editors.stored(id)).published).toEqual(['Coffee']);
  }
});

it('entries beside each other that are published one by one at once are all published', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = [await approved(), await approved(), await approved(), await approved()];
    const answers = await Promise.all(
      ids.map((id) =>
        editors.admin.post(`/content-manager/collection-types/${ARTICLES}/${id}/actions/publish`, {}),
      ),
    );
    expect(answers.map(({ status, body }) => ({ status, error: body.error }))).toEqual(
      answers.map(() => ({ status: 200, error: undefined })),
    );
  }
});

it('every way in, an edit and the emergency at once leave nothing published that nobody approved', async () => {
  const callers = await callersOf(editors);
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await approved();
    const place = { type: ARTICLES, locale: 'en' };
    const { contentDigest } = (
      await editors.admin.get(`/work-tracking/content/${id}/sign-off?type=${ARTICLES}&locale=en`).expect(200)
    ).body.data;
    const emergency = editors.admin.post(`/work-tracking/content/${id}/publish`, {
      ...{ ...place, contentDigest, reason: 'At once' },
    });
    const [edited, skipped, ...refusals] = await Promise.all([
      editors.admin.put(`/content-manager/collection-types/${ARTICLES}/${id}?locale=en`, { title: 'Tea' }),
      emergency,
      ...Object.values(WAYS).map((way) => way.publish(callers, id, 'Coffee')),
    ]);
    expect(edited.status).toBe(200);
    expect([200, 400, 409]).toContain(skipped.status);
    for (const refusal of refusals.filter((one) => one !== undefined))
      expect(refusal).toMatchObject({ name: expect.stringMatching(REFUSED) });
    for (const title of (await editors.stored(id)).published) expect(title).toBe('Coffee');
  }
});
