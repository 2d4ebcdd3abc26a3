import { readFileSync } from 'node:fs';
import path from 'node:path';
import { canBeMarkdown } from '../../src/plugins/work-tracking/admin/src/components/markdown-bounds';

const document = (name: string) => readFileSync(path.join(__dirname, '../../docs', name), 'utf8');

const items = (count: number, item: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => item(number)).join('\n');

describe('what is shown as Markdown', () => {
  it.each(['events.md', 'extending.md'])('%s of this repository', (name) => {
    expect(canBeMarkdown(document(name))).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a list of ten levels, by four spaces', items(10, (depth) => `${'    '.repeat(depth)}- item`)],
    ['a mail that was answered twelve times', items(12, (depth) => `${'> '.repeat(depth)}word`)],
    ['lines across', items(100, () => `${'- '.repeat(40)}\n\n${'*'.repeat(80)}\n`)],
    [
      'code that is indented far',
      ['```', items(50, (depth) => `${' '.repeat(depth)}go(on);`), '```'].join('\n'),
    ],
    [
      'a long table',
      `|a|b|c|\n|-|-|-|\n${items(300, (row) => `| ${row} | **x** | [y](https://example.com) |`)}`,
    ],
    ['tables after one another', items(200, () => '|a|b|c|\n|-|-|-|\n|1|2|3|\n')],
    ['a wide table', `${'|a'.repeat(99)}\n${'|-'.repeat(99)}`],
  ])('%s', (_, text) => expect(canBeMarkdown(text)).toBe(true));
});

describe('what is shown as it was written', () => {
  it.each([
    ['quotes', '>'.repeat(21)],
    ['lists', `${'* '.repeat(21)}x`],
    ['numbers', `${'12) '.repeat(21)}x`],
    ['quotes and lists', `${'> + '.repeat(11)}x`],
    ['lists by spaces', items(42, (depth) => `${'  '.repeat(depth)}- x`)],
    ['lists by tabs', items(12, (depth) => `${'\t'.repeat(depth)}- x`)],
    ['quotes around a line across', `${'>'.repeat(21)}---`],
    ['after other line ends', `a\r${'> '.repeat(21)}\r\nb`],
  ])('%s that are nested too deeply', (_, text) => expect(canBeMarkdown(text)).toBe(false));

  it.each([
    ['characters', 'a'.repeat(20_001)],
    ['lines', '\n'.repeat(1_000)],
    ['list items', items(101, () => `${'- '.repeat(10)}x`)],
    ['stars', '* _'.repeat(1_501)],
    ['brackets', '[]'.repeat(1_501)],
    ['columns', `${'|a'.repeat(101)}|\n${'|-'.repeat(101)}|`],
    ['columns of a row', `|a|\n|-|\n${'|a'.repeat(101)}|`],
    ['cells of short rows', `${'|a'.repeat(90)}|\n${'|-'.repeat(90)}|\n${items(90, () => 'x')}`],
    ['cells in a quote', `> ${'|a'.repeat(90)}|\n> ${'|-'.repeat(90)}|\n${items(90, () => '> x')}`],
    ['cells in a list', `- ${'|a'.repeat(90)}|\n  ${'|:-:'.repeat(90)}|\n${items(90, () => '  x')}`],
  ])('too many %s', (_, text) => expect(canBeMarkdown(text)).toBe(false));
});
