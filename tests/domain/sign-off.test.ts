import fc from 'fast-check';
import {
  approves,
  refusalOfAsked,
  type EntryResolution,
} from '../../src/plugins/work-tracking/domain/sign-off';

const DECISION = { documentId: 'd', slug: 'a-slug', title: 'A title' };
const resolved = (changes: Partial<EntryResolution> = {}): EntryResolution => ({
  ...DECISION,
  optionId: null,
  verdict: 'approved',
  isSigned: true,
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
    [{ isSigned: false }, false],
  ] as [Partial<EntryResolution>, boolean][])('%j: %s', (changes, expected) => {
    expect(approves(resolved(changes), APPROVALS)).toBe(expected);
  });
});

describe('under the rule "asked"', () => {
  it.each([
    ['nothing was asked', null, null, null],
    ['it was approved', null, resolved(), null],
    ['it was not approved', null, resolved({ verdict: 'no' }), 'not_approved'],
    ['one is open', DECISION, null, 'open'],
    ['it was approved, and one is open', DECISION, resolved(), 'open'],
  ])('where %s', (_, open, last, reason) => {
    expect(refusalOfAsked({ open, resolved: last }, APPROVALS)?.reason ?? null).toBe(reason);
  });

  it('a resolution that no person has signed never lets anything out, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.option(fc.string()),
        fc.array(fc.string()),
        (verdict, optionId, approvals) => {
          const last = resolved({ verdict, optionId, isSigned: false });
          return (
            refusalOfAsked({ open: null, resolved: last }, [...approvals, verdict])?.reason === 'not_approved'
          );
        },
      ),
    );
  });
});
