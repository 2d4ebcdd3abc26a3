import fc from 'fast-check';
import { mergePatch } from '../../src/plugins/work-tracking/domain/merge-patch';

// The cases of RFC 7396, appendix A, whose patch is an object.
it.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  // A key like any other.
  [{ a: 1 }, JSON.parse('{"__proto__": {"b": 1}}'), JSON.parse('{"a": 1, "__proto__": {"b": 1}}')],
])('%j patched by %j is %j', (target, patch, merged) => {
  expect(mergePatch(target, patch)).toEqual(merged);
});

const json = fc.jsonValue({ maxDepth: 3 });
const object = fc.dictionary(fc.string(), json, { noNullPrototype: true });

it('leaves its input alone, and a second time changes nothing', () => {
  fc.assert(
    fc.property(object, object, (target, patch) => {
      const before = structuredClone(target);
      const once = mergePatch(target, patch);
      expect(target).toEqual(before);
      expect(mergePatch(once, patch as Record<string, unknown>)).toEqual(once);
    }),
  );
});

it('patches of different keys come to the same in any order', () => {
  fc.assert(
    fc.property(object, json, json, (target, one, two) => {
      const first = { one };
      const second = { two };
      expect(mergePatch(mergePatch(target, first), second)).toEqual(
        mergePatch(mergePatch(target, second), first),
      );
    }),
  );
});
