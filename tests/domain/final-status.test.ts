import {
  DEFAULT_TICKET_MOVES,
  isFinalStatus,
  type TicketMoves,
} from '../../src/plugins/work-tracking/domain/ticket';

const MAPS: TicketMoves[] = [
  { ...DEFAULT_TICKET_MOVES, in_review: ['done', 'shipped', 'parked'], parked: [] },
  { open: ['in_progress'], in_progress: ['parked'], parked: ['open'] },
];

it.each([
  ['done', true],
  ['cancelled', true],
  ['open', false],
  ['in_review', false],
  // Tickets move there, and from there nowhere.
  ['shipped', true],
  // In one project they move on.
  ['parked', false],
  // No map names it.
  ['waiting', false],
])('work ends in %s: %s', (status, isFinal) => {
  expect(isFinalStatus(status, MAPS)).toBe(isFinal);
});
