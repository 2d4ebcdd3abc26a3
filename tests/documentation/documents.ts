import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(__dirname, '../..');
export const PLUGIN = 'src/plugins/work-tracking';
export const PLUGIN_README = `${PLUGIN}/README.md`;

/** Every document, by its path in the repository. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'examples/README.md',
  PLUGIN_README,
  `${PLUGIN}/CHANGELOG.md`,
  `${PLUGIN}/SECURITY.md`,
];

export const read = (document: string): string => readFileSync(path.join(ROOT, document), 'utf8');

/**
 * The text under a heading, up to the next heading of any level.
 * @param heading with its marks: `## Routes`
 */
export function section(document: string, heading: string): string {
  const text = `\n${read(document)}`;
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`${document} has no heading "${heading}".`);
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(/^#{1,6} /m);
  return end < 0 ? rest : rest.slice(0, end);
}

/** The cells of a table under a heading, without its head; code marks are taken off. */
export function table(document: string, heading: string, which = 0): string[][] {
  const tables = section(document, heading).match(/(^\|.*\n)+/gm) ?? [];
  return (tables[which] ?? '')
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

export const column = (rows: string[][], index: number): string[] => rows.map((row) => row[index]!);

/** A fenced block of code. */
export interface CodeBlock {
  document: string;
  language: string;
  code: string;
}

/** Every fenced block of a document; one that stands in a list has lost its indentation. */
export const codeBlocks = (document: string): CodeBlock[] =>
  [...read(document).matchAll(/^( *)```(\w+)\n(.*?)\n\1```$/gms)].map(
    ([, indent = '', language = '', code = '']) => ({
      document,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );

/** The commands in documents, in their order. */
export const shellBlocks = (documents: readonly string[]): CodeBlock[] =>
  documents.flatMap(codeBlocks).filter(({ language }) => language === 'sh');

/** The code after `<!-- marker -->`. */
export function codeAfter(document: string, marker: string): string {
  const code = new RegExp(`<!-- ${marker} -->\\s+\`\`\`\\w+\\n(.*?)\\n\`\`\``, 's').exec(read(document))?.[1];
  if (code === undefined) throw new Error(`${document} has no code after <!-- ${marker} -->.`);
  return code;
}

/** A document without its code, in which nothing is a link or a heading. */
export const prose = (document: string): string => read(document).replaceAll(/^( *)```.*?^\1```$/gms, '');
