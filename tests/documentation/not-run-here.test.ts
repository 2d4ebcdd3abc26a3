import { execFileSync } from 'node:child_process';
import { column, DOCUMENTS, read, shellBlocks, table } from './documents';
import { CHECKED_ELSEWHERE, COMMANDS_RUN_BY, NOT_RUN } from './not-run-here';

describe('what is in a document and not run by commands.test.ts', () => {
  const all = shellBlocks(DOCUMENTS).map(({ code }) => code);

  it.each(NOT_RUN.map((listed) => [listed.code.split('\n')[0], listed] as const))(
    '%s is in a document, and could be run',
    (_line, { code }) => {
      expect(all).toContain(code);
      expect(() => execFileSync('bash', ['-n', '-c', code])).not.toThrow();
    },
  );

  it.each(CHECKED_ELSEWHERE.map((listed) => [listed.code.split('\n')[0], listed.by, listed] as const))(
    '%s is run by %s',
    (_line, by, { code, as }) => {
      expect(all).toContain(code);
      for (const text of [as].flat()) expect(read(by)).toContain(text);
    },
  );

  it('has the examples of command-line.md, each with a test that runs the same', () => {
    const commands = column(table('docs/command-line.md', '# Command line'), 0);
    expect(Object.keys(COMMANDS_RUN_BY)).toEqual(commands);
    for (const [command, { by, as }] of Object.entries(COMMANDS_RUN_BY)) {
      const text = read(by);
      expect([command, as.filter((words) => !text.includes(words))]).toEqual([command, []]);
    }
  });
});
