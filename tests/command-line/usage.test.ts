import os from 'node:os';
import { parseCommandLine } from '../../src/plugins/work-tracking/bin/arguments';
import { COMMANDS } from '../../src/plugins/work-tracking/bin/commands';
import { ENDED_DELIVERY_STATES } from '../../src/plugins/work-tracking/domain/delivery';
import { runCommand, runProgram, BIN } from '../support/command-line';

/** What is printed for a command's --help. */
function help(...words: string[]): string {
  const asked = parseCommandLine([...words, '--help']);
  if (!('help' in asked)) throw new Error('It is no help.');
  return asked.help;
}

describe('--help', () => {
  it('lists every command with what it does', async () => {
    const { code, stdout, stderr } = await runCommand(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: strapi-work-tracking <command> \[options\]\n/);
    for (const [name, { summary }] of Object.entries(COMMANDS)) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name} {2,}${summary}$`, 'm'));
    }
    expect((await runCommand(['-h'])).stdout).toBe(stdout);
  });

  it.each(Object.keys(COMMANDS))('of %s shows how it is used and each of its options', (name) => {
    const { argument, options, summary } = COMMANDS[name]!;
    const text = help(...name.split(' '));
    const usage = ['strapi-work-tracking', name, ...(argument ? [argument] : [])].join(' ');
    expect(text.startsWith(`Usage: ${usage} `)).toBe(true);
    expect(text).toContain(`\n${summary}.\n`);
    for (const flags of [...Object.keys(options ?? {}), '--json', '-h, --help']) {
      expect(text).toMatch(new RegExp(`^ {2}${flags} {2}`, 'm'));
    }
  });

  it('names the project where a command needs one, and every state that can be resent', () => {
    expect(help('export')).toMatch(/^Usage: strapi-work-tracking export --project <KEY> \[/);
    for (const state of ENDED_DELIVERY_STATES) expect(help('resend')).toContain(state);
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

it.each([
  [[], 'a command is missing'],
  [['projects'], "unknown command 'projects'"],
  [['constructor'], "unknown command 'constructor'"],
  [['--json'], "unknown command '--json'"],
  [['project'], "unknown command 'project'"],
  [['project', 'delete'], "unknown command 'project delete'"],
  [['project', 'show'], "argument '<KEY>' is missing"],
  [['project', 'create', '--name', 'A'], "argument '<KEY>' is missing"],
  [['project', 'list', 'A'], "unexpected argument 'A'"],
  [['project', 'create', 'A', 'B'], "unexpected argument 'B'"],
  [['token'], "option '--project <KEY>' is missing"],
  [['export', '--json'], "option '--project <KEY>' is missing"],
  [['export', '--project'], /^Option '--project <value>' argument missing/],
  [['export', '--project', '--json'], /^Option '--project' argument is ambiguous/],
  [['export', '--project', 'A', 'B'], "unexpected argument 'B'"],
  [['export', '--project', 'A', '--bogus'], /^Unknown option '--bogus'/],
  [['resend'], 'DELIVERY_ID or --subscription is missing'],
  [['resend', '--dry-run'], 'DELIVERY_ID or --subscription is missing'],
  [['resend', 'a', '--subscription', 'b'], 'DELIVERY_ID and --subscription cannot be used together'],
  [['resend', '', '--subscription', 'b'], 'DELIVERY_ID and --subscription cannot be used together'],
  [['resend', 'a', '--dry-run'], 'DELIVERY_ID and --dry-run cannot be used together'],
  [['resend', 'a', 'b'], "unexpected argument 'b'"],
  [['uninstall'], "'uninstall' only checks and deletes nothing: it takes --check"],
  [['uninstall', '--json'], "'uninstall' only checks and deletes nothing: it takes --check"],
  [['uninstall', '--check', 'A'], "unexpected argument 'A'"],
])('%j is refused', (args, sentence) => {
  expect(() => parseCommandLine(args)).toThrow(
    expect.objectContaining({
      message: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    }),
  );
});

it.each([
  [['resend'], 'DELIVERY_ID or --subscription is missing'],
  [['export', '--project'], "Option '--project <value>' argument missing"],
])('%j ends with 2 and a sentence', async (args, sentence) => {
  expect(await runCommand(args)).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: ${sentence}\n(add --help for additional information)\n`,
  });
});

it('a command fails with a sentence outside of an application', async () => {
  const { code, stdout, stderr } = await runCommand(['project', 'list'], { cwd: os.tmpdir() });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^error: .+ is not the directory of a Strapi application\.\n$/);
});
