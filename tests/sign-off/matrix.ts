import type { SignOffRule } from '../../src/plugins/work-tracking/domain/sign-off';
import { ARTICLES, inCode } from '../support/documents';
import { callersOf, type Callers } from './callers';
import { PASSING, PASSING_OF_SINGLE, type Published } from './drafts';
import { startEditing, type Editors } from './editors';
import { NOT_TRIED, whatStrapiOffers } from './offers';
import { FRONT, FRONT_FILES } from './single-type';
import { approve, STATES, type Reason, type State } from './states';
import { WAYS, WAYS_OF_NEW, WAYS_OF_PUBLISHED, WAYS_OF_SINGLE } from './ways';

let editors: Editors;
let callers: Callers;

/** What a way in answers that publishes nothing. */
const refusedFor = (reason: Reason | null) => ({
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

interface Row {
  id: number;
  documentId: string;
  title: string;
  publishedAt: string | null;
}

const rowsOf = (type: string): Promise<Row[]> =>
  editors.server.run(
    (strapi, uid) => strapi.db.query(uid).findMany({ orderBy: { id: 'asc' } }) as never as Promise<Row[]>,
    type,
  );

const publishedOf = async (type: string): Promise<Row[]> =>
  (await rowsOf(type)).filter(({ publishedAt }) => publishedAt !== null);

/** An article that is published, with another draft. */
async function newPublished(): Promise<Published> {
  const id = await editors.newArticle();
  await approve(editors, id);
  await editors.inCode('publish', { documentId: id });
  await editors.inCode('update', { documentId: id, data: { title: 'Tea' } });
  const rows = (await rowsOf(ARTICLES)).filter(({ documentId }) => documentId === id);
  const rowOf = (isPublished: boolean) =>
    rows.find(({ publishedAt }) => (publishedAt !== null) === isPublished)!.id;
  return { id, draft: rowOf(false), published: rowOf(true) };
}

/** The draft of the one entry of a single type. @returns its document id */
const newFront = () => inCode(editors.server, FRONT, 'create', { data: { title: 'Coffee' } });

/** Neither the entry of the single type nor decisions about it: it would be the same one when it is made anew. */
async function withoutFront(): Promise<void> {
  await callers.rest('delete', '/api/front');
  await editors.server.run(async (strapi, type) => {
    const uid = 'plugin::work-tracking.decision';
    const decisions = await strapi.db.query(uid).findMany();
    for (const { documentId, content } of decisions) {
      if (JSON.stringify(content).includes(type)) await strapi.documents(uid).delete({ documentId });
    }
  }, FRONT);
}

/** The same in place of what is there, published. */
async function newPublishedFront(): Promise<string> {
  await withoutFront();
  const id = await newFront();
  await editors.sign(await editors.ask(id, null, editors.api, FRONT), { verdict: 'approved' });
  expect(await callers.documents(FRONT, 'publish', { documentId: id })).toBeUndefined();
  return id;
}

type Outcome = [state: string, reason: Reason | null, prepare: State];

/** What a rule makes of each state. */
const outcomesOf = (rule: SignOffRule): Outcome[] =>
  Object.entries(STATES).map(([state, [outcome, prepare]]) => [state, outcome[rule], prepare]);

/** The states that a way in is tried in: one of each outcome, and with the other ways together each state. */
function outcomesFor(rule: SignOffRule, way: string): Outcome[] {
  const ways = Object.keys(WAYS);
  const outcomes = outcomesOf(rule);
  const isFirst = ([, reason]: Outcome, index: number) =>
    outcomes.findIndex(([, other]) => other === reason) === index;
  return outcomes.filter((outcome, index) => isFirst(outcome, index) || ways[index % ways.length] === way);
}

/** Tries every way in under a rule. */
export function tryEveryWay(rule: SignOffRule): void {
  beforeAll(async () => {
    editors = await startEditing(rule, { types: [FRONT], files: FRONT_FILES });
    callers = await callersOf(editors);
  });
  afterAll(() => editors.server.destroy());

  it('whatever Strapi offers is tried, or writes no entry', async () => {
    const tried = [WAYS, WAYS_OF_PUBLISHED, WAYS_OF_NEW, WAYS_OF_SINGLE].flatMap((ways) =>
      Object.values<{ by: string }>(ways).map(({ by }) => by),
    );
    const known = [...tried, ...[PASSING, PASSING_OF_SINGLE, NOT_TRIED].flatMap(Object.keys)];
    expect([...new Set(await whatStrapiOffers(editors.server))].sort()).toEqual([...new Set(known)].sort());
  });

  it('what is not there is not found', async () => {
    const update = (way: string) => WAYS[way]!.publish(callers, 'nothing', 'Tea');
    expect(await update('PUT of REST')).toMatchObject({ name: 'NotFoundError' });
    expect(await update('update in code')).toBeUndefined();
    expect(await editors.stored('nothing')).toEqual({ drafts: [], published: [] });
  });

  describe.each(Object.entries(WAYS))('%s', (name, way) => {
    const outcomes = outcomesFor(rule, name);

    it.each(outcomes.filter(([, reason]) => reason === null))(
      'publishes while %s',
      async (_state, _reason, prepare) => {
        const id = await editors.newArticle();
        await prepare(editors, id);
        expect(await way.publish(callers, id, 'Coffee')).toBeUndefined();
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
        await prepare(editors, id);
        const before = await editors.stored(id);
        expect(await way.publish(callers, id, 'Tea')).toMatchObject(refusedFor(reason));
        expect(await editors.stored(id)).toEqual(before);
        expect(before.published).toEqual([]);
      },
    );

    it('leaves what was published before as it was', async () => {
      const id = await editors.newArticle();
      await approve(editors, id);
      expect(await way.publish(callers, id, 'Coffee')).toBeUndefined();
      await editors.ask(id);
      expect(await way.publish(callers, id, 'Tea')).toBeDefined();
      expect(await editors.stored(id)).toEqual({ drafts: ['Coffee'], published: ['Coffee'] });
    });
  });

  it.each(Object.entries(WAYS_OF_PUBLISHED))('%s is asked of what is published', async (_name, way) => {
    const article = await newPublished();
    const publish = () => way.publish(callers, article, 'Tea');
    const decision = await editors.ask(article.id);
    expect(await publish()).toMatchObject(refusedFor('open'));
    await editors.sign(decision, { verdict: 'rejected' });
    expect(await publish()).toMatchObject(refusedFor('not_approved'));
    expect(await editors.stored(article.id)).toEqual({ drafts: ['Tea'], published: ['Coffee'] });
    await approve(editors, article.id);
    expect(await publish()).toBeUndefined();
    expect((await editors.stored(article.id)).published).toEqual(['Tea']);
  });

  it.each(Object.entries(WAYS_OF_NEW))('%s is asked of the entry that it makes', async (_name, way) => {
    const before = await rowsOf(ARTICLES);
    const refusal = await way.publish(callers, 'Tea');
    const made = (await rowsOf(ARTICLES)).filter(({ id }) => !before.some((row) => row.id === id));
    if (rule === 'always') expect(refusal).toMatchObject(refusedFor('none'));
    else expect(refusal).toBeUndefined();
    const statuses = made.map(({ title, publishedAt }) => [title, publishedAt !== null]);
    expect(statuses).toEqual(
      rule === 'always'
        ? []
        : [
            ['Tea', false],
            ['Tea', true],
          ],
    );
  });

  it.each(Object.entries(WAYS_OF_SINGLE))('%s is asked of a single type', async (_name, way) => {
    const titles = async () => (await publishedOf(FRONT)).map(({ title }) => title);
    const publish = (title: string) => way.publish(callers, title);
    await withoutFront();
    const refusal = await publish('Tea');
    if (rule === 'always') {
      expect(refusal).toMatchObject(refusedFor('none'));
      expect(await rowsOf(FRONT)).toEqual([]);
    } else {
      expect(refusal).toBeUndefined();
      expect(await titles()).toEqual(['Tea']);
      await withoutFront();
    }

    const id = await newFront();
    const rows = await rowsOf(FRONT);
    const decision = await editors.ask(id, null, editors.api, FRONT);
    expect(await publish('Tea')).toMatchObject(refusedFor('open'));
    expect(await rowsOf(FRONT)).toEqual(rows);
    await editors.sign(decision, { verdict: 'approved' });
    expect(await publish('Coffee')).toBeUndefined();
    expect(await titles()).toEqual(['Coffee']);
    await editors.sign(await editors.ask(id, null, editors.api, FRONT), { verdict: 'rejected' });
    expect(await publish('Tea')).toMatchObject(refusedFor('not_approved'));
    expect(await titles()).toEqual(['Coffee']);
  });

  describe('while a decision is open, publishes nothing and is not refused:', () => {
    let article: Published | undefined;

    it.each(Object.entries(PASSING))('%s', async (_name, [effect, call]) => {
      article ??= await newPublished();
      const { id } = article;
      await editors.ask(id);
      const before = await publishedOf(ARTICLES);
      expect(await call(callers, article)).toBeUndefined();
      const others = before.filter(({ documentId }) => documentId !== id);
      expect(await publishedOf(ARTICLES)).toEqual(effect === 'ends' ? others : before);
      if (effect === 'ends') article = undefined;
    });

    let front: string | undefined;

    it.each(Object.entries(PASSING_OF_SINGLE))('%s', async (_name, [effect, call]) => {
      front ??= await newPublishedFront();
      await editors.ask(front, null, editors.api, FRONT);
      const before = await publishedOf(FRONT);
      expect(before).toHaveLength(1);
      expect(await call(callers)).toBeUndefined();
      expect(await publishedOf(FRONT)).toEqual(effect === 'ends' ? [] : before);
      if (effect === 'ends') front = undefined;
    });
  });
}
