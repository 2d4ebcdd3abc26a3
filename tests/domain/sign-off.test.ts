import fc from 'fast-check';
import {
  approves,
  refusalOf,
  SIGN_OFF_RULES,
  type EntryResolution,
} from '../../src/plugins/work-tracking/domain/sign-off';

const DIGEST = 'present';
const DECISION = { documentId: 'd', slug: 'a-slug', title: 'A title' };
const resolved = (changes: Partial<EntryResolution> = {}): EntryResolution => ({
  ...DECISION,
  optionId: null,
  verdict: 'approved',
  signed: { digest: DIGEST },
  ...changes,
});
const APPROVALS = ['approved', 'Fine'];

describe('a resolution approves', () => {
  it.each([
    [{ verdict: 'approved' }, true],
    [{ verdict: 'APPROVED' }, true],
    [{ verdict: 'fine' }, true],
    [{ verdict: 'Go on', optionId: 'Approved' }, true],
    [{ verdict: 'approved', optionId: 'rejected' }, true],
    [{ verdict: 'not approved' }, false],
    [{ verdict: ' approved ' }, false],
    [{ verdict: null, optionId: null }, false],
    [{ signed: null }, false],
  ] as [Partial<EntryResolution>, boolean][])('%j: %s', (changes, expected) => {
    expect(approves(resolved(changes), APPROVALS)).toBe(expected);
  });
});

describe.each([
  ['nothing was asked', null, null, { asked: null, always: 'none' }],
  ['it was approved as it is', null, resolved(), { asked: null, always: null }],
  [
    'it was approved as something else',
    null,
    resolved({ signed: { digest: 'old' } }),
    { asked: null, always: 'changed' },
  ],
  [
    'it was approved before it was there',
    null,
    resolved({ signed: { digest: null } }),
    { asked: null, always: 'changed' },
  ],
  [
    'it was not approved',
    null,
    resolved({ verdict: 'no' }),
    { asked: 'not_approved', always: 'not_approved' },
  ],
  ['one is open', DECISION, null, { asked: 'open', always: 'open' }],
  ['it was approved, and one is open', DECISION, resolved(), { asked: 'open', always: 'open' }],
] as const)('where %s', (_, open, last, reasons) => {
  it.each(SIGN_OFF_RULES)('under the rule "%s"', (rule) => {
    const refusal = refusalOf(rule, { open, resolved: last }, { approvals: APPROVALS, digest: DIGEST });
    expect(refusal?.reason ?? null).toBe(reasons[rule]);
  });
});

it('what is not known yet is not compared', () => {
  const last = resolved({ signed: { digest: 'old' } });
  expect(refusalOf('always', { open: null, resolved: last }, { approvals: APPROVALS })).toBeNull();
});

it('a resolution that no person has signed never lets anything out, whatever it says', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SIGN_OFF_RULES),
      fc.string(),
      fc.option(fc.string()),
      fc.array(fc.string()),
      (rule, verdict, optionId, approvals) => {
        const last = resolved({ verdict, optionId, signed: null });
        const given = { approvals: [...approvals, verdict], digest: DIGEST };
        return refusalOf(rule, { open: null, resolved: last }, given)?.reason === 'not_approved';
      },
    ),
  );
});

it('under the rule "always" nothing is let out that "asked" keeps back', () => {
  const decision = fc.option(fc.constant(DECISION));
  const resolution = fc.option(
    fc.record({
      verdict: fc.constantFrom('approved', 'no'),
      signed: fc.option(fc.record({ digest: fc.option(fc.constantFrom(DIGEST, 'old')) })),
    }),
  );
  fc.assert(
    fc.property(decision, resolution, (open, changes) => {
      const decisions = { open, resolved: changes && resolved(changes) };
      const given = { approvals: APPROVALS, digest: DIGEST };
      const [asked, always] = SIGN_OFF_RULES.map((rule) => refusalOf(rule, decisions, given));
      return asked === null || always !== null;
    }),
  );
});
