import os from 'node:os';
import { COMMANDS } from '../../src/plugins/work-tracking/bin/commands';
import { DELIVERY_STATES, ENDED_DELIVERY_STATES } from '../../src/plugins/work-tracking/domain/delivery';
import { SENT_EVENT_TYPES } from '../../src/plugins/work-tracking/domain/events';
import { runCommand, runProgram, BIN } from '../support/command-line';

/** What a help says. */
async function help(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand([...words, '--help']);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

describe('--help', () => {
  it('lists every command with what it does', async () => {
    const { code, stdout } = await runCommand(['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^usage: strapi-work-tracking <command> \[<options>\]\n/);
    const listed = [...stdout.matchAll(/^ {4}(\S+(?: \S+)?) {2,}(.+)$/gm)].map(([, name, text]) => [
      name,
      text,
    ]);
    expect(listed).toEqual(COMMANDS.map(({ name, summary }) => [name, summary]));
    expect((await runCommand(['-h'])).stdout).toBe(stdout);
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    'of %s shows how it is used and each of its options',
    async (name, { options, required = [], operands = [] }) => {
      const text = await help(...name.split(' '));
      const [usage] = text.split('\n\n');
      expect(usage).toMatch(new RegExp(`^usage: strapi-work-tracking ${name} `));
      for (const option of [...Object.keys(options), 'json']) {
        expect(usage).toContain(`--${option}`);
        expect(text).toMatch(new RegExp(`^ {4}--${option} `, 'm'));
      }
      for (const option of required) expect(usage).not.toContain(`[--${option} `);
      for (const operand of operands) expect(usage).toContain(` ${operand} `);
    },
  );

  it('of project lists its commands', async () => {
    const text = await help('project');
    for (const name of ['project list', 'project show', 'project create']) {
      expect(text).toMatch(new RegExp(`(usage|or): strapi-work-tracking ${name} `));
    }
  });

  it('names the states and event types that there are', async () => {
    const deliveries = await help('deliveries');
    for (const name of [...DELIVERY_STATES, ...SENT_EVENT_TYPES]) expect(deliveries).toContain(name);
    const resend = await help('resend');
    for (const state of ENDED_DELIVERY_STATES) expect(resend).toContain(state);
  });

  it('is there for a reader who wants no more than its first line', async () => {
    const pipe = 'set -o pipefail; "$0" "$1" --help | head -n 1';
    expect(await runProgram('bash', ['-c', pipe, process.execPath, BIN])).toEqual({
      code: 0,
      stdout: 'usage: strapi-work-tracking <command> [<options>]\n',
      stderr: '',
    });
  });
});

describe('wrong usage', () => {
  it.each([
    [[], "Name a command. See 'strapi-work-tracking --help'."],
    [['projects'], "'projects' is no command. See 'strapi-work-tracking --help'."],
    [['project'], "project needs one of: list, show, create. See 'strapi-work-tracking project --help'."],
    [
      ['project', 'delete'],
      "project needs one of: list, show, create. See 'strapi-work-tracking project --help'.",
    ],
    [['project', 'show'], "project show needs KEY. See 'strapi-work-tracking project show --help'."],
    [['project', 'list', 'A'], "Unexpected argument 'A'. See 'strapi-work-tracking project list --help'."],
    [
      ['project', 'create', 'A', 'B'],
      "Unexpected argument 'B'. See 'strapi-work-tracking project create --help'.",
    ],
    [['subscriptions'], "subscriptions needs --project. See 'strapi-work-tracking subscriptions --help'."],
    [['deliveries', '--json'], "deliveries needs --project. See 'strapi-work-tracking deliveries --help'."],
    [
      ['deliveries', '--project'],
      "Option '--project <value>' argument missing. See 'strapi-work-tracking deliveries --help'.",
    ],
    [['deliveries', 'show'], "deliveries show needs ID. See 'strapi-work-tracking deliveries show --help'."],
    [['resend'], "resend needs DELIVERY_ID or --subscription. See 'strapi-work-tracking resend --help'."],
    [
      ['resend', '--dry-run'],
      "resend needs DELIVERY_ID or --subscription. See 'strapi-work-tracking resend --help'.",
    ],
    [
      ['resend', 'a', '--subscription', 'b'],
      "DELIVERY_ID and --subscription don't go together. See 'strapi-work-tracking resend --help'.",
    ],
    [['export', '--bogus'], "Unknown option '--bogus'. See 'strapi-work-tracking export --help'."],
  ])('%j', async (args, sentence) => {
    expect(await runCommand(args)).toEqual({ code: 2, stdout: '', stderr: `error: ${sentence}\n` });
  });
});

it('outside of an application a command fails with a sentence', async () => {
  const { code, stdout, stderr } = await runCommand(['project', 'list'], { cwd: os.tmpdir() });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^error: .+ is not the directory of a Strapi application\.\n$/);
});
