import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json';
import { codeBlocks, DOCUMENTS, PLUGIN, prose, read, ROOT } from './documents';

/** By these numbers comments refer to the specification: a section keeps its number. */
const SECTIONS = [
  ...['1', '2', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '3', '3.1', '3.2'],
  ...['4', '4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '4.9', '4.10', '5', '6', '6.1', '6.2'],
  ...['7', '7.1', '7.2', '7.3', '7.4', '7.5', '7.6', '7.7', '7.8'],
  ...['8', '8.1', '8.2', '8.3', '9', '9.1', '10'],
];

/** The anchor that a heading has where Markdown is shown: small letters, no punctuation, hyphens for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const headings = (document: string): string[] =>
  [...prose(document).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading!);

const anchors = (document: string): string[] => headings(document).map(anchorOf);

const links = (document: string): string[] =>
  [...prose(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);

/** Paths of this repository that a document names as code: those that begin with one of its folders. */
const FOLDERS = ['.ci', 'bench', 'config', 'docs', 'examples', 'scripts', 'tests', PLUGIN];
const paths = (document: string): string[] =>
  [...prose(document).matchAll(/`([\w./*-]+)`/g)]
    .map(([, name]) => name!)
    .filter((name) => FOLDERS.some((folder) => name.startsWith(`${folder}/`)));

/** The scripts of npm that a document names, as they are run. */
const scriptsIn = (document: string): string[] =>
  [...read(document).matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)].map(
    ([, script, short]) => script ?? short!,
  );

/** Where a reader's own application has such a file, in either language, or a build makes it. */
const NOT_HERE = ['config/plugins'];

describe.each(DOCUMENTS)('%s', (document) => {
  it('links to what is there', () => {
    const broken = links(document).filter((target) => {
      if (/^(https?|mailto):/.test(target)) return false;
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? document : path.join(path.dirname(document), file);
      if (!existsSync(path.join(ROOT, linked))) return true;
      return anchor !== undefined && !anchors(linked).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('calls a section by the number that it has', () => {
    const numbered = [...prose(document).matchAll(/\[(\d+(?:\.\d+)?)\]\([\w./-]*#(\d+)-/g)];
    const wrong = numbered.filter(([, number, anchor]) => number!.replace('.', '') !== anchor);
    expect(wrong.map(([link]) => link)).toEqual([]);
  });

  it('has no two headings with one anchor', () => {
    const all = anchors(document);
    // A changelog repeats its headings in each version.
    const repeated = document.endsWith('CHANGELOG.md')
      ? []
      : all.filter((anchor, at) => all.indexOf(anchor) < at);
    expect(repeated).toEqual([]);
  });

  it('names files of this repository that are there', () => {
    const absent = paths(document).filter(
      (name) => !NOT_HERE.includes(name) && !existsSync(path.join(ROOT, name.replace(/\*.*$/, ''))),
    );
    expect(absent).toEqual([]);
  });

  it('names scripts of npm that there are', () => {
    expect(scriptsIn(document).filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  });
});

it('README has at most 200 lines, and leads to every document', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(200);
  const targets = links('README.md').map((target) => target.split('#')[0]);
  const others = DOCUMENTS.filter((document) => document !== 'README.md');
  expect(others.filter((document) => !targets.includes(document))).toEqual([
    `${PLUGIN}/CHANGELOG.md`,
    `${PLUGIN}/SECURITY.md`,
  ]);
});

it("the package's copies of what every package has are the repository's", () => {
  for (const name of ['CHANGELOG.md', 'SECURITY.md', 'LICENSE']) {
    expect(read(`${PLUGIN}/${name}`)).toBe(read(name));
  }
});

it('every script of npm is named in a document', () => {
  const named = DOCUMENTS.flatMap(scriptsIn);
  expect(Object.keys(manifest.scripts).filter((name) => !named.includes(name))).toEqual([]);
});

describe('the specification', () => {
  const SPECIFICATION = 'docs/specification.md';

  it('has the sections that the code refers to', () => {
    const numbers = headings(SPECIFICATION).flatMap((heading) => /^(\d+(?:\.\d+)?)/.exec(heading)?.[1] ?? []);
    expect(numbers).toEqual(SECTIONS);
  });

  it('is referred to by sections that it has', () => {
    const files = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.js', '*.json'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const unknown = files
      .trimEnd()
      .split('\n')
      .filter((file) => existsSync(path.join(ROOT, file)))
      .flatMap((file) =>
        [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\bspecification (\d+(?:\.\d+)?)/g)]
          .map(([, number]) => number!)
          .filter((number) => !SECTIONS.includes(number))
          .map((number) => `${file}: ${number}`),
      );
    expect(unknown).toEqual([]);
  });
});

it('what a process manager or a container is told to start is there', () => {
  const started = DOCUMENTS.flatMap(codeBlocks)
    .filter(({ language }) => language === 'ini')
    .map(({ code }) => /^ExecStart=\S+\/(.*)$/m.exec(code)?.[1]);
  expect(started).toEqual(['npm start -- --no-build']);
  const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
  expect(scripts.start).toBe('exec node scripts/start.js');
  expect(read('Dockerfile')).toContain('CMD ["node", "scripts/start.js", "--no-build"]');
  expect(existsSync(path.join(ROOT, 'scripts/start.js'))).toBe(true);
});

it('every block of code says what language it is in', () => {
  for (const document of DOCUMENTS) {
    const fences = read(document).match(/^ *```/gm) ?? [];
    expect([document, codeBlocks(document).length * 2]).toEqual([document, fences.length]);
  }
});
