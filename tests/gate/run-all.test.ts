import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../../scripts/test/reporters/report';
import { runAll } from '../../scripts/test/run-all';
import { makeFolder } from '../support/test-run';

type Step = Parameters<typeof runAll>[0]['stages'][number][number][number];

/** A step of tests, of whom some have failed: each a file with a title and what it says. */
const tests = (passed: number, failures: { file: string; title: string; message: string }[] = []): string =>
  `printf %s '${JSON.stringify({ passed, failures })}' > "$TEST_REPORT"; exit ${failures.length > 0 ? 1 : 0}`;

const BROKEN = { file: 'tests/a.test.ts', title: 'a rule › holds', message: 'Error: it does not\n\nmore' };

const FOLDER = makeFolder('run-all');

/** @returns the exit code, and the lines of the summary */
async function run(stages: Step[][][], foundations: Step[][][] = []) {
  const printed: string[] = [];
  const code = await runAll({ foundations, stages, folder: FOLDER, print: (line) => printed.push(line) });
  return { code, lines: printed.at(-1)!.split('\n'), printed: printed.join('\n') };
}

describe('a run of steps', () => {
  it('goes on to the end of every lane, and names each failure with its reason', async () => {
    const { code, lines, printed } = await run([
      [
        [{ command: 'echo "an error: no" && exit 3' }, { command: 'echo second' }],
        [{ command: 'echo beside' }],
      ],
      [[{ command: tests(2, [BROKEN]), isOfTests: true }]],
    ]);
    expect(code).toBe(1);
    for (const command of ['echo second', 'echo beside'])
      expect(printed).toMatch(new RegExp(`passed in \\d+ s: ${command}`));
    expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([
      'FAILED echo "an error: no" && exit 3: It ended with 3: an error: no',
      'FAILED tests/a.test.ts › a rule › holds: Error: it does not',
    ]);
    expect(lines.at(-1)).toBe('2 passed, 2 failed');
  });

  it('leaves out what nothing can be without', async () => {
    const { code, printed } = await run([[[{ command: 'echo second' }]]], [[[{ command: 'false' }]]]);
    expect(code).toBe(1);
    expect(printed).not.toContain('echo second');
  });

  it('tries a file that has failed once more, and passes as unstable when that passes', async () => {
    const ofFile = (command: string) => (file: string) => ({
      command: `test ${file} = tests/a.test.ts && ${command}`,
      isOfTests: true,
    });
    const first = { command: tests(2, [BROKEN]), isOfTests: true };
    const passing = await run([[[{ ...first, ofFile: ofFile(tests(1)) }]]]);
    expect(passing.code).toBe(0);
    expect(passing.lines).toContain('UNSTABLE tests/a.test.ts › a rule › holds: Error: it does not');
    expect(passing.lines.at(-1)).toBe('3 passed, 0 failed');
    const failing = await run([[[{ ...first, ofFile: ofFile(tests(0, [BROKEN])) }]]]);
    expect(failing.code).toBe(1);
    expect(failing.lines).toContain('FAILED tests/a.test.ts › a rule › holds: Error: it does not');
  });

  it('is no success without a test, without a report, or with an exit code that no test explains', async () => {
    for (const command of [tests(0), 'true', `${tests(1).split(';')[0]!}; exit 7`]) {
      const ofFile = () => ({ command: tests(1), isOfTests: true });
      expect((await run([[[{ command, isOfTests: true, ofFile }]]])).code).toBe(1);
    }
  });

  it('counts the tests of each run of a step', async () => {
    const failure = { ...BROKEN, file: path.join(REPOSITORY, BROKEN.file) };
    const write = `require("./scripts/test/reporters/report").writeReport(process.env.TEST_REPORT, `;
    const runs = [
      { passed: 2, failures: [failure] },
      { passed: 3, failures: [] },
    ];
    const program = path.join(makeFolder('runs'), 'runs.sh');
    writeFileSync(program, runs.map((report) => `node -e '${write}${JSON.stringify(report)})'`).join('\n'));
    const { lines } = await run([[[{ command: `sh ${program}`, isOfTests: true }]]]);
    expect(lines).toContain('FAILED tests/a.test.ts › a rule › holds: Error: it does not');
    expect(lines.at(-1)).toBe('5 passed, 1 failed');
  });

  it('takes the tries that it has, and ends what hangs, with all that has been started', async () => {
    const mark = path.join(makeFolder('tries'), 'mark');
    const third = `echo >> ${mark}; test $(wc -l < ${mark}) -eq 3`;
    expect((await run([[[{ command: third, tries: 3 }]]])).code).toBe(0);
    const { code, printed } = await run([[[{ command: 'sleep 1000 & sleep 1000', limitMinutes: 0.001 }]]]);
    expect(code).toBe(1);
    expect(printed).toContain('It was not over after 0.001 minutes, and was ended.');
  });
});
