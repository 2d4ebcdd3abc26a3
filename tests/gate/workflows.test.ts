import { statSync } from 'node:fs';
import path from 'node:path';
import { read, ROOT } from '../documentation/documents';

/** The commands of a workflow's steps, in their order. */
const commandsOf = (workflow: string): string[] =>
  [...workflow.matchAll(/^ {6}- run: (?:>-\n)?((?:.+\n)(?: {10}.+\n)*)/gm)].map(([, command = '']) =>
    command.trim().replaceAll(/\s+/g, ' '),
  );

/** Debian's packages that a run installs, as it names them. */
const packagesIn = (text: string): string[] =>
  (/bash scripts\/test\/debian-packages\.sh ([^'\n]+)/.exec(text)?.[1] ?? '').split(' ');

describe('the workflows', () => {
  const gate = read('.github/workflows/gate.yml');
  const full = read('.github/workflows/full.yml');

  it('run the gate on each push, and everything each night and by hand', () => {
    expect(gate).toMatch(/^on:\n {2}push:\n {2}pull_request:\n/m);
    expect(commandsOf(gate).at(-1)).toBe('.ci/run');
    expect(statSync(path.join(ROOT, '.ci/run')).mode & 0o111).not.toBe(0);
    expect(full).toMatch(/^on:\n {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \*'\n {2}workflow_dispatch:\n/m);
    expect(commandsOf(full).slice(-2)).toEqual(['npm ci', 'npm run test:full']);
    const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
    expect(scripts['test:full']).toBe('node scripts/test/full.js');
    for (const workflow of [gate, full]) expect(workflow).not.toContain('continue-on-error');
  });

  it('install what the README says that the steps need, on the version of Node that is named first', () => {
    const installed = packagesIn(commandsOf(full).join('\n'));
    expect(installed).toEqual(expect.arrayContaining(packagesIn(read('scripts/test/gate.js'))));
    const needs = /needs (.+)/.exec(read('README.md').split('npm run test:sqlite')[1] ?? '')?.[1] ?? '';
    const programs = needs.split(/, | and /);
    expect(programs).toContain('strace');
    const named = installed.flatMap((name) => name.split('='));
    expect(programs.filter((program) => !named.includes(program))).toEqual([]);
    const version = `node:${read('.nvmrc').trim()}-`;
    for (const workflow of [gate, full]) expect(workflow).toContain(version);
  });
});
