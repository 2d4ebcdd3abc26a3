import { fields, records } from '../../src/plugins/work-tracking/bin/text';

it('records are aligned below the names of their fields', () => {
  const list = [
    { key: 'A', count: 1, isOld: true, name: '東京' },
    { key: 'LONGER', count: 0, isOld: null, name: '' },
  ];
  expect(records(list)).toBe(
    ['key     count  isOld  name', 'A       1      true   東京', 'LONGER  0      -      -', ''].join('\n'),
  );
});

it('no records are no text', () => {
  expect(records([])).toBe('');
});

it('no value breaks a line, moves the cursor or sets a colour', () => {
  const hostile = 'a\u001b[2J\u001b[31mb\r\n\tc\u009bd\0';
  const plain = 'a?[2J?[31mb???c?d?';
  expect(records([{ name: hostile, last: 'x' }])).toBe(`name${' '.repeat(16)}last\n${plain}  x\n`);
  expect(fields({ name: hostile, title: 'x' })).toBe(`name   ${plain}\ntitle  x\n`);
});
