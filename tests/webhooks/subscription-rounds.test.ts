import { SubscriptionRounds } from '../../src/plugins/work-tracking/server/src/webhooks/subscription-rounds';

/**
 * Has subscriptions take their turns, as a look does, until no others wait.
 * @param due the public ids of those that have something due, in order
 * @returns who had a turn in each look
 */
function looks(rounds: SubscriptionRounds, due: readonly string[], limit: number): string[][] {
  const turns: string[][] = [];
  for (let hasOthers = true; hasOthers;) {
    const { after } = rounds;
    const next = due.filter((id) => id > after);
    const ids = [...new Set([...next, ...due])].slice(0, limit);
    turns.push(ids);
    hasOthers = rounds.take(ids, limit);
  }
  return turns;
}

it('all have their turn within one look where there is room for all', () => {
  const rounds = new SubscriptionRounds();
  expect(looks(rounds, ['a', 'b'], 3)).toEqual([['a', 'b']]);
  expect(rounds.startsWithOldest).toBe(true);
});

it('they take turns, and go on until each had one wherever the first began', () => {
  const rounds = new SubscriptionRounds();
  const turns = looks(rounds, ['a', 'b', 'c', 'd', 'e'], 2);
  expect(turns).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'a'],
    ['b', 'c'],
    ['d', 'e'],
    ['a', 'b'],
  ]);
  expect(rounds.startsWithOldest).toBe(false);
});

it('one that comes later has its turn in the same run', () => {
  const rounds = new SubscriptionRounds();
  rounds.take(['c', 'd'], 2);
  expect(looks(rounds, ['a', 'c', 'd', 'e'], 2).flat()).toEqual(expect.arrayContaining(['a', 'c', 'd', 'e']));
});

it('the oldest are looked at again once there are fewer than there is room for', () => {
  const rounds = new SubscriptionRounds();
  expect(rounds.take(['a', 'b'], 2)).toBe(true);
  expect(rounds.startsWithOldest).toBe(false);
  expect(rounds.take(['c'], 2)).toBe(false);
  expect(rounds.startsWithOldest).toBe(true);
});
