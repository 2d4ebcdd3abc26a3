import {
  allowedMoves,
  assertMove,
  DEFAULT_TICKET_MOVES,
  problemsOfMoves,
  TICKET_STATUSES,
} from '../../src/plugins/work-tracking/domain/ticket';

describe('moves', () => {
  it('are allowed where the map says so, and to stay', () => {
    for (const from of TICKET_STATUSES) {
      for (const to of TICKET_STATUSES) {
        const move = () => assertMove(DEFAULT_TICKET_MOVES, from, to);
        if (from === to || allowedMoves(DEFAULT_TICKET_MOVES, from).includes(to)) expect(move).not.toThrow();
        else
          expect(move).toThrow(expect.objectContaining({ code: 'invalid_transition', fields: { from, to } }));
      }
    }
  });

  it('lead nowhere to a status that the map does not name, and from it to the beginning', () => {
    expect(() => assertMove(DEFAULT_TICKET_MOVES, 'open', 'qa')).toThrow(/can't move from open to qa/);
    expect(() => assertMove(DEFAULT_TICKET_MOVES, 'qa', 'done')).toThrow(/it can move to: open\./);
    expect(() => assertMove(DEFAULT_TICKET_MOVES, 'qa', 'open')).not.toThrow();
    expect(() => assertMove({ open: ['shipped'] }, 'shipped', 'open')).toThrow(/it can move to: nowhere/);
  });
});

describe('a configured map', () => {
  const statuses = [...TICKET_STATUSES, 'qa'];

  it('is sound when every status is known and can be reached', () => {
    expect(problemsOfMoves(DEFAULT_TICKET_MOVES, TICKET_STATUSES)).toEqual([]);
    expect(problemsOfMoves({ open: ['qa'], qa: ['open'] }, statuses)).toEqual([]);
  });

  it.each([
    [{ open: ['testing'] }, /"testing" is no ticket status/],
    [{ testing: ['open'], open: [] }, /"testing" is no ticket status/],
    [{ open: ['done'], done: [], qa: ['done'] }, /"qa" can't be reached/],
    [{ done: ['open'] }, /"done" can't be reached/],
  ])('%j is not', (moves, problem) => {
    expect(problemsOfMoves(moves, statuses).join(' ')).toMatch(problem);
  });
});
