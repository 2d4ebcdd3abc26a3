import { inCode } from '../support/documents';
import { startEditing, type Editors } from './editors';
import { FRONT, FRONT_FILES } from './single-type';

let editors: Editors;

beforeAll(async () => {
  editors = await startEditing('asked', { types: [FRONT], files: FRONT_FILES });
});
afterAll(() => editors.server.destroy());

const front = (action: string, params: object) => inCode(editors.server, FRONT, action, params);

/** The one entry of the type, made anew. */
async function madeAnew(): Promise<string> {
  await editors.admin.delete(`/content-manager/single-types/${FRONT}`).expect(200);
  return front('create', { data: { title: 'A front page' } });
}

it('the entry of a single type that is deleted and made anew is the one that was asked about', async () => {
  const id = await front('create', { data: { title: 'A front page' } });
  const decision = await editors.ask(id, null, editors.api, FRONT);
  const second = await madeAnew();
  expect(second).not.toBe(id);
  await expect(front('publish', { documentId: second })).rejects.toThrow('about it is open');

  await editors.sign(decision, { verdict: 'rejected' });
  const third = await madeAnew();
  await expect(front('publish', { documentId: third })).rejects.toThrow('did not approve it');
  const published = front('update', {
    documentId: third,
    status: 'published',
    data: { title: 'At once' },
  });
  await expect(published).rejects.toThrow('did not approve it');

  await editors.sign(await editors.ask(third, null, editors.api, FRONT), { verdict: 'approved' });
  await front('publish', { documentId: await madeAnew() });
});
