import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import de from '../../src/plugins/work-tracking/admin/src/translations/de.json';
import en from '../../src/plugins/work-tracking/admin/src/translations/en.json';

const SOURCE = path.join(__dirname, '../../src/plugins/work-tracking/admin/src');

const source = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(path.join(SOURCE, name), 'utf8'))
  .join('\n');

/** The names of a text's values: every `{name}` and `{name, plural, …}`, but for the branches of a plural. */
const placeholders = (text: string) => {
  const names = [...text.matchAll(/(?<!(?:=\d+|one|other) )\{(\w+)(?=[,}])/g)].map(([, name]) => name);
  return [...new Set(names)].sort();
};

describe('translations', () => {
  it('have the same texts in each language', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  });

  it.each(Object.entries(en))('%s takes the same values in each language, and is filled in', (id, text) => {
    const german = de[id as keyof typeof en];
    expect(placeholders(german)).toEqual(placeholders(text));
    expect([text.trim(), german.trim()]).not.toContain('');
  });

  it('are all used', () => {
    // Double quotes are those of JSX attributes.
    const isUsed = (id: string) => source.includes(`'${id}'`) || source.includes(`"${id}"`);
    const unused = Object.keys(en).filter((id) => !isUsed(id));
    expect(unused).toEqual([]);
  });

  it('are there for every id that the source asks for', () => {
    const asked = [...source.matchAll(/\b(?:text|message)\(\s*'([^']+)'/g)].map(([, id]) => id!);
    expect(asked).toContain('plugin.name');
    expect(asked.filter((id) => !Object.hasOwn(en, id))).toEqual([]);
  });
});
