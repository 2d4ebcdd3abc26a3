import { ClaimSchedule } from '../../src/plugins/work-tracking/server/src/webhooks/claim-schedule';

const ROOM = { hasRoom: true, hasOthers: false };

/** A schedule after a claim that has started these attempts. */
function afterClaim(started: { all: number; fast: number }, isPartial: boolean): ClaimSchedule {
  const schedule = new ClaimSchedule();
  schedule.begin(1_000);
  schedule.claimed(started, { isPartial });
  return schedule;
}

it('the first claim does not wait, and the next begins 12 ms after it', () => {
  const schedule = new ClaimSchedule();
  expect(schedule.waitMs(0)).toBe(0);
  schedule.begin(1_000);
  expect(schedule.waitMs(1_000)).toBe(12);
  expect(schedule.waitMs(1_007)).toBe(5);
  expect(schedule.waitMs(1_500)).toBe(0);
});

describe('a slot that comes back', () => {
  it('asks for no claim when nothing waits for it', () => {
    const schedule = afterClaim({ all: 4, fast: 4 }, false);
    expect(schedule.pause({ all: 4, fast: 4 }, ROOM)).toBe(false);
    expect(schedule.slotFreed({ all: 0, fast: 0 })).toBeUndefined();
  });

  it('has a claim wait for others, until a quarter of the attempts is left', () => {
    const schedule = afterClaim({ all: 16, fast: 16 }, true);
    expect(schedule.pause({ all: 16, fast: 16 }, ROOM)).toBe(false);
    expect(schedule.slotFreed({ all: 15, fast: 15 })).toBe('soon');
    expect(schedule.slotFreed({ all: 5, fast: 5 })).toBe('soon');
    expect(schedule.slotFreed({ all: 4, fast: 4 })).toBe('now');
  });

  it('has it wait no longer for slow attempts once the fast ones are over', () => {
    const schedule = afterClaim({ all: 16, fast: 8 }, true);
    schedule.pause({ all: 16, fast: 8 }, ROOM);
    expect(schedule.slotFreed({ all: 11, fast: 3 })).toBe('soon');
    expect(schedule.slotFreed({ all: 10, fast: 2 })).toBe('now');
  });

  it('asks for none while a claim is being made, and for one after a claim that has failed', () => {
    const schedule = afterClaim({ all: 16, fast: 16 }, true);
    expect(schedule.slotFreed({ all: 0, fast: 0 })).toBeUndefined();
    schedule.failed();
    expect(schedule.slotFreed({ all: 0, fast: 0 })).toBe('now');
  });
});

describe('after the last claim of a run', () => {
  it('there is another one when slots came back meanwhile', () => {
    expect(afterClaim({ all: 16, fast: 16 }, true).pause({ all: 4, fast: 4 }, ROOM)).toBe(true);
    expect(afterClaim({ all: 16, fast: 16 }, true).pause({ all: 5, fast: 5 }, ROOM)).toBe(false);
  });

  it('there is another one when not all had their turn', () => {
    const others = { hasRoom: true, hasOthers: true };
    expect(afterClaim({ all: 16, fast: 16 }, true).pause({ all: 16, fast: 16 }, others)).toBe(true);
    expect(afterClaim({ all: 16, fast: 16 }, false).pause({ all: 16, fast: 16 }, others)).toBe(false);
  });

  it('there is none without room, but the next slot asks for one', () => {
    const schedule = afterClaim({ all: 16, fast: 16 }, false);
    expect(schedule.pause({ all: 16, fast: 16 }, { hasRoom: false, hasOthers: true })).toBe(false);
    expect(schedule.slotFreed({ all: 15, fast: 15 })).toBe('soon');
  });
});
