import { KEY_PATTERN, keysOf } from '../../src/plugins/work-tracking/domain/project';
import { slugOf } from '../../src/plugins/work-tracking/domain/slug';

const keysFor = (name: string) => keysOf(slugOf(name));

it.each([
  ['Mobile app', 'MA', 'mobile-app'],
  ['Website', 'WEBS', 'website'],
  ['Größe', 'GROE', 'groesse'],
  ['2. Etage', 'ETAG', 'etage'],
  ['A very long name of a project', 'AVLNOA', 'a-very-long-name-of-a-project'],
  ['C', 'C', 'c'],
  ['', 'PROJ', 'project'],
  ['123', 'PROJ', 'project'],
  ['数据', 'PROJ', 'project'],
  ['🚀', 'PROJ', 'project'],
])('the name %j suggests the keys %s and %s', (name, key, ventureKey) => {
  expect(keysFor(name)).toEqual({ key, ventureKey });
});

it('what a name suggests can always be a key', () => {
  for (const name of [
    '-_-',
    '__a__',
    'a_b',
    'x'.repeat(255),
    '9'.repeat(100) + 'z',
    ' '.repeat(9),
    '<b>',
    "d'Ô",
  ]) {
    const { key, ventureKey } = keysFor(name);
    expect([name, KEY_PATTERN.test(key), KEY_PATTERN.test(ventureKey)]).toEqual([name, true, true]);
  }
});
