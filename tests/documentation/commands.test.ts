import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tokenFor } from '../support/api';
import { ENVIRONMENT } from '../support/application';
import { startProgram, type Program } from '../support/program';
import { startServer, type OwnServer } from '../support/server';
import { makeFolder } from '../support/test-run';
import { DOCUMENTS, PLUGIN_README, ROOT, shellBlocks, table } from './documents';
import { CHECKED_ELSEWHERE, NOT_RUN, RUN_AT_THE_END } from './not-run-here';
import { openShell, type Shell } from './shell';

/** In the order in which somebody reads them: what one has made, the next one may use. */
const READ_FIRST = [
  'README.md',
  'docs/api.md',
  'docs/clients.md',
  'docs/events.md',
  'docs/command-line.md',
  PLUGIN_README,
];
const inOrder = [...READ_FIRST, ...DOCUMENTS.filter((document) => !READ_FIRST.includes(document))];

const blocks = shellBlocks(inOrder);
const isListed = (code: string) =>
  [...NOT_RUN, ...CHECKED_ELSEWHERE, ...RUN_AT_THE_END].some((listed) => listed.code === code);
/** The commands that may be run here: they change nothing but this file's application, and the files in `FOLDER`. */
const MAY_BE_RUN =
  /^(export [A-Z]+=|[A-Z]+=\$\(curl |curl |npx strapi-work-tracking |npm run token |node -e "require\('better-sqlite3'\))/;
const isCommand = (line: string) => /^(\w|\.\/)/.test(line);

/** The same block in two documents is run once. */
const toRun = [...new Set(blocks.map(({ code }) => code).filter((code) => !isListed(code)))];

/** A directory for what the commands write. */
const FOLDER = makeFolder('commands');

let server: OwnServer;
let receiver: Program;
let shell: Shell;

beforeAll(async () => {
  server = await startServer({ env: { METRICS_TOKEN: 'a metrics token' } });
  receiver = startProgram(path.join(ROOT, 'examples/receiver/receiver.js'), {
    SECRET: 'whsec_d2Fsay1zZWNyZXQtb2YtMjQtYnl0ZXMh',
    PORT: '0',
  });
  await receiver.printed('port:');
  shell = openShell({ ...ENVIRONMENT, ...server.database.env, METRICS_TOKEN: 'a metrics token' });
});
afterAll(async () => {
  shell.close();
  await receiver.stop();
  await server.destroy();
});

/** The block with the places of the tests in it, where a reader has others. */
function here(code: string): string {
  const hook = `http://127.0.0.1:${/port: (\d+)/.exec(receiver.output())![1]}/hook`;
  return code
    .replaceAll('http://localhost:1337', server.url)
    .replaceAll(/http:\/\/127\.0\.0\.1:4000\/hook|https:\/\/hooks\.example\.com\/work/g, hook)
    .replaceAll('.tmp/data.db', server.database.env.DATABASE_FILENAME!)
    .replaceAll(/\b(backup\.db|demo\.jsonl)\b/g, path.join(FOLDER, '$1'));
}

/** The lines that the receiver prints of a block's events. */
const CAUSES: readonly { ifItHas: string; printed: string }[] = [
  { ifItHas: '"title": "Say hello", "priority": "P1"', printed: 'verified ticket.updated' },
  { ifItHas: '"option_id": "loud"', printed: 'verified decision.resolved' },
  { ifItHas: '/test -H', printed: 'verified ping' },
];

/** A reader looks at a delivery when it has ended. */
const untilAllIsDelivered = (): Promise<void> =>
  server.run(async (strapi) => {
    const deliveries = strapi.db.query('plugin::work-tracking.webhook-delivery');
    while ((await deliveries.count({ where: { state: ['pending', 'sending'] } })) > 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });

describe('the commands of the documents', () => {
  it.each(toRun.map((code) => [code.split('\n')[0], code] as const))('%s', async (_line, code) => {
    // Any other is listed in not-run-here.ts, with its reason.
    for (const line of code.split('\n').filter(isCommand)) expect(line).toMatch(MAY_BE_RUN);
    const { hasFailed, stdout, stderr } = await shell.run(here(code));
    expect({ hasFailed, stderr: hasFailed ? stderr : '' }).toEqual({ hasFailed: false, stderr: '' });
    expect(stdout).not.toContain('"error":');
    for (const { ifItHas, printed } of CAUSES) if (code.includes(ifItHas)) await receiver.printed(printed);
    await untilAllIsDelivered();
  });

  it('show the metrics that operation.md names, and no others', async () => {
    const { stdout } = await shell.run(
      `curl -s ${server.url}/api/work-tracking/metrics -H "Authorization: Bearer $METRICS_TOKEN"`,
    );
    const shown = [...stdout.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    expect(table('docs/operation.md', '## Metrics').map(([name]) => name)).toEqual(shown);
  });

  it('write an export that has what was filed', () => {
    const lines = readFileSync(path.join(FOLDER, 'demo.jsonl'), 'utf8').trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line) as { type: string; record: { title: string } });
    expect(records.map(({ type, record }) => [type, record.title])).toEqual(
      expect.arrayContaining([
        ['ticket', 'Say hello'],
        ['decision', 'How do we say goodbye?'],
      ]),
    );
  });

  it('that restore a backup bring back what was there, and nothing newer', async () => {
    const api = await tokenFor(server, 'DEMO');
    await api.post('/tickets', { title: 'Newer than the backup' }).expect(201);
    await server.stop();
    for (const { code } of RUN_AT_THE_END) {
      expect(await shell.run(here(code))).toMatchObject({ hasFailed: false, stderr: '' });
    }
    const { database } = server;
    server = await startServer({ database });
    const restored = await tokenFor(server, 'DEMO');
    const { tickets } = (await restored.get('/tickets?limit=100').expect(200)).body;
    const titles = tickets.map(({ title }: { title: string }) => title);
    expect(titles).toContain('Say hello');
    expect(titles).not.toContain('Newer than the backup');
  });
});
