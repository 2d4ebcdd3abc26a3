import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { read, ROOT } from '../documentation/documents';
import fullOnly from '../full-only';

/** Every file of jest's tests, whoever runs it. */
const FILES = readdirSync(path.join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('cluster/'))
  .map((file) => `tests/${file.split(path.sep).join('/')}`)
  .sort();

const LEFT_OUT = fullOnly.map(({ file }) => file);

/** The test files that `suites.js` would run, asked of jest itself. */
function listed(suites: string): string[] {
  const args = ['scripts/test/suites.js', suites, '--list'];
  const output = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  return output
    .split('\n')
    .filter((line) => line.endsWith('.test.ts'))
    .map((line) => path.relative(ROOT, line).split(path.sep).join('/'))
    .sort();
}

describe('the core', () => {
  it('is every test file that tests/full-only.js does not name', () => {
    expect(listed('core')).toEqual(FILES.filter((file) => !LEFT_OUT.includes(file)));
    expect(listed('sqlite')).toEqual(FILES);
  });

  it('leaves out files that there are, each once, in order, with a reason and what keeps its ground', () => {
    expect(LEFT_OUT).toEqual(FILES.filter((file) => LEFT_OUT.includes(file)));
    const onPostgres = [...listed('postgres-short'), ...listed('postgres-others')];
    for (const { file, reason, meanwhile } of fullOnly) {
      expect(reason).not.toBe('');
      expect(meanwhile).not.toBe('');
      const others = meanwhile.match(/tests\/[\w/-]+\.test\.ts/g) ?? [];
      const isRun = (one: string) => onPostgres.includes(one) || !LEFT_OUT.includes(one);
      expect([file, others.filter((one) => !FILES.includes(one) || !isRun(one))]).toEqual([file, []]);
      if (meanwhile.includes('on PostgreSQL') && others.length === 0) expect(onPostgres).toContain(file);
    }
  });
});

describe("the browser's part of the gate", () => {
  const specs = readdirSync(path.join(ROOT, 'tests/browser')).filter((name) => name.endsWith('.spec.ts'));
  const chosen = specs.filter((name) => read(`tests/browser/${name}`).includes("tag: '@gate'"));

  it('has the main way of each page, in at most 12 tests', () => {
    expect(chosen).toEqual(
      expect.arrayContaining([
        'board.spec.ts',
        'content-manager-tickets.spec.ts',
        'deliveries.spec.ts',
        'inbox.spec.ts',
        'tokens.spec.ts',
      ]),
    );
    const count = chosen.reduce(
      (sum, name) => sum + read(`tests/browser/${name}`).split("tag: '@gate'").length - 1,
      0,
    );
    expect(count).toBeLessThanOrEqual(12);
  });
});
