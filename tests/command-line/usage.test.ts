import os from 'node:os';
import { commandsIn, createProgram, nameOf } from '../../src/plugins/work-tracking/bin/program';
import { DELIVERY_STATES, ENDED_DELIVERY_STATES } from '../../src/plugins/work-tracking/domain/delivery';
import { SENT_EVENT_TYPES } from '../../src/plugins/work-tracking/domain/events';
import { runCommand, runProgram, BIN } from '../support/command-line';

/** Only described here; the tests run the commands as processes. */
const COMMANDS = commandsIn(
  createProgram({ run: () => Promise.resolve(), writeOut: () => undefined, writeErr: () => undefined }),
);

/** The help of a command. */
async function help(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand([...words, '--help']);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

describe('--help', () => {
  it('lists every command with what it does', async () => {
    const { code, stdout } = await runCommand(['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: strapi-work-tracking <command> \[options\]\n/);
    const [, commands] = stdout.split('\nCommands:\n');
    const listed = [...commands!.matchAll(/^ {2}(\S+(?: \S+)?) {2,}(.+)$/gm)].map(([, name, text]) => [
      name,
      text,
    ]);
    expect(listed).toEqual(COMMANDS.map((command) => [nameOf(command), command.summary()]));
    expect(listed.map(([name]) => name)).toEqual([
      ...['token', 'project list', 'project show', 'project create', 'subscriptions'],
      ...['deliveries', 'deliveries show', 'resend', 'export', 'uninstall'],
    ]);
    expect((await runCommand(['-h'])).stdout).toBe(stdout);
  });

  it.each(COMMANDS.map((command) => [nameOf(command), command] as const))(
    'of %s shows how it is used and each of its options',
    async (name, { options, registeredArguments }) => {
      const text = await help(...name.split(' '));
      const [usage] = text.split('\n\n');
      expect(usage).toMatch(new RegExp(`^Usage: strapi-work-tracking ${name} `));
      expect(options.map((option) => option.name())).toContain('json');
      for (const { flags } of options) {
        expect(text).toMatch(new RegExp(`^ {2}${flags} {2}`, 'm'));
      }
      for (const { flags, mandatory } of options) {
        if (mandatory) expect(usage).toContain(` ${flags}`);
      }
      for (const argument of registeredArguments) expect(usage).toContain(argument.name());
    },
  );

  it('of deliveries says that it needs a project', async () => {
    expect(await help('deliveries')).toMatch(/^Usage: strapi-work-tracking deliveries --project <KEY> \[/);
  });

  it('of project lists its commands', async () => {
    const text = await help('project');
    for (const name of ['project list', 'project show', 'project create']) {
      expect(text).toMatch(new RegExp(`^ {2}${name} {2}`, 'm'));
    }
  });

  it('names every state and event type', async () => {
    const deliveries = await help('deliveries');
    for (const name of [...DELIVERY_STATES, ...SENT_EVENT_TYPES]) expect(deliveries).toContain(name);
    const resend = await help('resend');
    for (const state of ENDED_DELIVERY_STATES) expect(resend).toContain(state);
  });

  it('can be cut off after its first line', async () => {
    const pipe = 'set -o pipefail; "$0" "$1" --help | head -n 1';
    expect(await runProgram('bash', ['-c', pipe, process.execPath, BIN])).toEqual({
      code: 0,
      stdout: 'Usage: strapi-work-tracking <command> [options]\n',
      stderr: '',
    });
  });
});

describe('wrong usage', () => {
  it.each([
    [['projects'], "unknown command 'projects'"],
    [['help'], "unknown command 'help'"],
    [['--json'], "unknown option '--json'"],
    [['project', 'delete'], "unknown command 'delete'"],
    [['project', 'show'], "missing required argument 'KEY'"],
    [['project', 'create', '--name', 'A'], "missing required argument 'KEY'"],
    [['project', 'list', 'A'], "unexpected argument 'A'"],
    [['project', 'create', 'A', 'B'], "unexpected argument 'B'"],
    [['token'], "required option '--project <KEY>' not specified"],
    [['subscriptions'], "required option '--project <KEY>' not specified"],
    [['deliveries', '--json'], "required option '--project <KEY>' not specified"],
    [['deliveries', '--project'], "option '--project <KEY>' argument missing"],
    [['deliveries', '--project', '--json'], "option '--project <KEY>' argument missing"],
    [['deliveries', '--project', '-h'], "option '--project <KEY>' argument missing"],
    [['deliveries', '--project', 'A', 'B'], "unexpected argument 'B'"],
    [['deliveries', '--project', 'A', 'show', 'B'], "options of 'deliveries show' follow its name"],
    [['deliveries', 'show'], "missing required argument 'ID'"],
    [['resend'], 'DELIVERY_ID or --subscription is missing'],
    [['resend', '--dry-run'], 'DELIVERY_ID or --subscription is missing'],
    [['resend', 'a', '--subscription', 'b'], "DELIVERY_ID and '--subscription <ID>' cannot be used together"],
    [['resend', 'a', '--dry-run'], "DELIVERY_ID and '--dry-run' cannot be used together"],
    [['resend', 'a', 'b'], "unexpected argument 'b'"],
    [['export'], "required option '--project <KEY>' not specified"],
    [['export', '--project', 'A', '--bogus'], "unknown option '--bogus'"],
    [['uninstall'], "'uninstall' only checks and deletes nothing: it takes --check"],
    [['uninstall', '--json'], "'uninstall' only checks and deletes nothing: it takes --check"],
    [['uninstall', '--check', 'A'], "unexpected argument 'A'"],
  ])('%j', async (args, sentence) => {
    expect(await runCommand(args)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${sentence}\n(add --help for additional information)\n`,
    });
  });

  it.each([
    [[], 'Usage: strapi-work-tracking <command>'],
    [['project'], 'Usage: strapi-work-tracking project <command>'],
  ])('%j, followed by the commands that there are', async (args, usage) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.startsWith(`error: a command is missing\n${usage} `)).toBe(true);
    for (const name of ['list', 'show', 'create']) expect(stderr).toContain(`\n  project ${name} `);
  });
});

it('a command fails with a sentence outside of an application', async () => {
  const { code, stdout, stderr } = await runCommand(['project', 'list'], { cwd: os.tmpdir() });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^error: .+ is not the directory of a Strapi application\.\n$/);
});
