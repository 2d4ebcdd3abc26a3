import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEditing, type Editors } from '../sign-off/editors';
import { ARTICLES } from '../support/documents';
import { startProgram } from '../support/program';
import { strapiToken } from '../support/tokens';

const PROGRAM = path.join(__dirname, '../../examples/sign-off/publish.js');

let editors: Editors;
let env: Record<string, string>;

beforeAll(async () => {
  editors = await startEditing('always');
  const { accessKey } = await strapiToken(editors.server, null, { type: 'full-access' });
  env = { SERVICE: editors.server.url, TOKEN: editors.api.token, CONTENT_TOKEN: accessKey };
});
afterAll(() => editors.server.destroy());

/** Runs the program to its end. @returns what it has said */
const run = (...args: string[]): Promise<string> => runWith({}, ...args);

async function runWith(added: Record<string, string>, ...args: string[]): Promise<string> {
  const ended = promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...env, ...added },
  });
  const { stdout, stderr } = await ended.catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return stdout + stderr;
}

it.each([
  ['Approved', 'approved', 'approved', 'Published.', ['Coffee']],
  ['Rejected', 'approved', 'rejected', 'It was not approved, and is not published.', []],
  ['Fine', 'Fine', 'Fine', 'Published.', ['Coffee']],
  ['Fine', 'Fine', undefined, 'Published.', ['Coffee']],
])(
  '%s where %s approves, by the option %s: the program asks, waits, and publishes what was approved',
  async (verdict, approval, option, last, published) => {
    const id = await editors.newArticle();
    const created = (query: string) =>
      editors.api.get(`/changes?action=decision.created${query}`).expect(200);
    const { next_after: after } = (await created('')).body;
    const said = runWith({ APPROVAL: approval }, ARTICLES, 'articles', id, 'en');
    const [asked] = (await created(`&wait=25&after=${after}`)).body.changes;
    const chosen = option === undefined ? {} : { option_id: option };
    await editors.sign(asked.target.id, { verdict, note: 'Looked at.', ...chosen });
    expect(await said).toContain(`Asked: ${asked.target.id}\nResolved: ${verdict} (Looked at.)\n`);
    expect(await said).toContain(last);
    expect((await editors.stored(id)).published).toEqual(published);
  },
);

it('goes on with the decision that is open', async () => {
  const id = await editors.newArticle();
  const open = await editors.ask(id, 'en');
  const program = startProgram(PROGRAM, env, [ARTICLES, 'articles', id, 'en']);
  await program.printed(`Asked: ${open}\n`);
  await editors.sign(open, { verdict: 'Approved', option_id: 'approved' });
  await program.printed('Published.\n');
  expect((await editors.stored(id)).published).toEqual(['Coffee']);
});

it('says what it has to be told', async () => {
  expect(await run(ARTICLES)).toContain('Give a type');
});
