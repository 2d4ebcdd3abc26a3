import { indented, list, table } from '../../src/plugins/work-tracking/bin/text';

it('a table is aligned as a terminal shows it, with wide and combining characters', () => {
  const rows = [
    ['東京', 1, true],
    ['e\u0301a', null, ''],
  ] as const;
  expect(table(['NAME', 'COUNT', 'LAST'], [...rows])).toBe(
    ['NAME  COUNT  LAST', '東京  1      true', 'e\u0301a    -      -', ''].join('\n'),
  );
});

it('a table without rows is empty', () => {
  expect(table(['NAME'], [])).toBe('');
});

it('no value breaks a line, moves the cursor or sets a colour', () => {
  const hostile = 'a\u001b[2J\u001b[31mb\r\n\tc\u009bd\0';
  const plain = 'a?[2J?[31mb???c?d?';
  expect(table(['NAME', 'LAST'], [[hostile, 'x']])).toBe(`NAME${' '.repeat(16)}LAST\n${plain}  x\n`);
  expect(list({ name: hostile, title: 'x' })).toBe(`name   ${plain}\ntitle  x\n`);
  // JSON escapes the older control characters itself.
  expect(indented({ name: '\u009b2J\n' })).toBe('{\n  "name": "?2J\\n"\n}\n');
});
