import type { Context } from 'koa';
import { readTags } from '../../src/plugins/work-tracking/server/src/v1/conditions';

const read = (value: string) =>
  readTags({ req: { headers: { 'if-match': value } } } as unknown as Context, 'If-Match');

it.each([
  ['*', '*'],
  [' * ', '*'],
  ['"3"', [{ value: '3', isWeak: false }]],
  [
    'W/"3" ,\t"4"',
    [
      { value: '3', isWeak: true },
      { value: '4', isWeak: false },
    ],
  ],
  [', "3", ,', [{ value: '3', isWeak: false }]],
  ['""', [{ value: '', isWeak: false }]],
])('reads %j', (value, tags) => {
  expect(read(value)).toEqual(tags);
});

it.each(['', ' ', ',', '3', '"3', 'W/3', 'w/"3"', '"3" "4"', '"3"x', '*, "3"', '"a\nb"'])(
  'refuses %j',
  (value) => {
    expect(() => read(value)).toThrow('is * or a list of entity tags');
  },
);

// With two ways to read a run of blanks, this would take hours.
it('refuses a list of blanks as soon as it has read them once', () => {
  expect(() => read(`,${' '.repeat(3_000_000)}x`)).toThrow('is * or a list of entity tags');
});
