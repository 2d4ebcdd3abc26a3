import {
  createEndpointSpeeds,
  type Destination,
} from '../../src/plugins/work-tracking/server/src/webhooks/endpoint-speeds';
import { createSlots } from '../../src/plugins/work-tracking/server/src/webhooks/slots';

const SETTINGS = { concurrency: 64, concurrencyPerSubscription: 16, timeoutMs: 10_000 };

/** Moved by hand. */
let now = 0;

beforeEach(() => {
  now = 0;
});

const to = (
  projectId: number,
  subscription: number,
  host = `${projectId}-${subscription}.example`,
): Destination => ({
  subscriptionId: `${projectId}/${subscription}`,
  projectId,
  host,
});

const many = (count: number, destination: Destination): Destination[] =>
  Array.from({ length: count }, () => destination);

const countOf = (chosen: readonly Destination[], projectId: number) =>
  chosen.filter((destination) => destination.projectId === projectId).length;

describe('a project', () => {
  it('has half of the slots while nobody else has something due, and leaves the rest to who comes next', () => {
    const slots = createSlots(SETTINGS, () => now);
    const backlog = [1, 2, 3, 4].flatMap((subscription) => many(16, to(1, subscription)));
    const chosen = slots.choose(backlog);
    expect(chosen).toHaveLength(28);
    for (const destination of chosen) slots.take(destination);
    for (const destination of slots.choose(many(16, to(1, 5)))) slots.take(destination);
    expect(slots.saturated().projects).toEqual([1]);
    expect(slots.choose([...backlog, ...many(5, to(2, 1))])).toHaveLength(5);
  });

  it('takes turns with others, whoever has waited longer', () => {
    const slots = createSlots(SETTINGS, () => now);
    const chosen = slots.choose([
      ...[1, 2, 3, 4].flatMap((subscription) => many(16, to(1, subscription))),
      ...[1, 2, 3, 4].flatMap((subscription) => many(16, to(2, subscription))),
    ]);
    expect([countOf(chosen, 1), countOf(chosen, 2)]).toEqual([20, 20]);
    expect(chosen.slice(0, 4).map(({ projectId }) => projectId)).toEqual([1, 2, 1, 2]);
  });

  it('has one slot at least, however many projects there are', () => {
    const slots = createSlots({ ...SETTINGS, concurrency: 2 }, () => now);
    const chosen = slots.choose([1, 2, 3, 4].map((project) => to(project, 1)));
    expect(chosen.map(({ projectId }) => projectId)).toEqual([1, 2]);
  });
});

it('a host has half of the slots, of whichever projects', () => {
  const slots = createSlots(SETTINGS, () => now);
  const projects = Array.from({ length: 20 }, (_, index) => index);
  const chosen = slots.choose(projects.flatMap((project) => many(3, to(project, 1, 'one.example'))));
  expect(chosen).toHaveLength(32);
  const releases = chosen.map((destination) => slots.take(destination));
  // A subscription that was passed over is left out of the next claim, until the host has a slot again.
  expect(slots.saturated().subscriptions).toContain('19/1');
  expect(slots.choose([to(30, 1, 'another.example')])).toHaveLength(1);
  releases[0]!();
  expect(slots.saturated().subscriptions).not.toContain('19/1');
});

it('a project leaves slots of a host to the others that send there', () => {
  const slots = createSlots(SETTINGS, () => now);
  const own = Array.from({ length: 24 }, (_, index) => to(1, index, 'one.example'));
  const chosen = slots.choose(own.flatMap((destination) => many(4, destination)));
  expect(chosen).toHaveLength(16);
  for (const destination of chosen) slots.take(destination);
  expect(slots.choose([...own, ...many(5, to(2, 1, 'one.example'))])).toEqual(
    many(5, to(2, 1, 'one.example')),
  );
});

describe('an endpoint that hangs', () => {
  it.each([
    ['has not answered for a quarter of the time-out', false],
    ['took so long to answer', true],
  ])('keeps a quarter of its cap: it %s', (_name, hasEnded) => {
    const slots = createSlots(SETTINGS, () => now);
    const releases = slots.choose(many(16, to(1, 1))).map((destination) => slots.take(destination));
    expect(releases).toHaveLength(16);
    now = 2_501;
    if (hasEnded) for (const giveBack of releases) giveBack();
    else for (const giveBack of releases.slice(1)) giveBack();
    expect(slots.choose(many(16, to(1, 1)))).toHaveLength(hasEnded ? 4 : 3);
  });

  it('has its whole cap again once it has answered at once', () => {
    const slots = createSlots(SETTINGS, () => now);
    const giveBack = slots.take(to(1, 1));
    now = 2_501;
    giveBack();
    slots.take(to(1, 1))();
    expect(slots.choose(many(20, to(1, 1)))).toHaveLength(16);
  });

  it("shares half of its project's slots with the others that hang", () => {
    const slots = createSlots(SETTINGS, () => now);
    const subscriptions = Array.from({ length: 24 }, (_, index) => to(1, index));
    const releases = subscriptions.map((destination) => slots.take(destination));
    now = 2_501;
    for (const giveBack of releases) giveBack();
    const hanging = slots.choose(subscriptions.flatMap((destination) => many(4, destination)));
    expect(hanging).toHaveLength(16);
    for (const destination of hanging) slots.take(destination);
    const next = slots.choose([...many(4, to(1, 20)), ...many(20, to(1, 99))]);
    expect(next).toEqual(many(16, to(1, 99)));
  });
});

describe('fast endpoints beside slow ones', () => {
  /** Has each of these take a slot, and hold it for longer than a fast endpoint would. */
  function holdSlowly(slots: ReturnType<typeof createSlots>, destinations: readonly Destination[]) {
    for (const destination of slots.choose(destinations)) slots.take(destination);
    now += 101;
  }

  it('have the slots at a host that they would have alone', () => {
    const endpoints = (from: number) =>
      Array.from({ length: 25 }, (_, index) => to(1, from + index, 'one.example'));
    const alone = createSlots(SETTINGS, () => now);
    const beside = createSlots(SETTINGS, () => now);
    holdSlowly(beside, endpoints(100));
    expect(beside.fast()).toBe(0);
    expect(beside.choose(endpoints(0))).toHaveLength(alone.choose(endpoints(0)).length);
  });

  it('one has its cap, however many slow ones there are', () => {
    const slots = createSlots(SETTINGS, () => now);
    holdSlowly(
      slots,
      Array.from({ length: 30 }, (_, index) => to(1, 100 + index)),
    );
    expect(slots.choose(many(20, to(1, 1)))).toHaveLength(16);
  });

  it('go beyond the share of their project by half of what is left, and a host has no more than half of the slots', () => {
    const slots = createSlots(SETTINGS, () => now);
    const everywhere = (from: number) => Array.from({ length: 40 }, (_, index) => to(1, from + index));
    holdSlowly(slots, everywhere(100));
    expect(slots.free()).toBe(32);
    holdSlowly(slots, everywhere(200));
    // Whoever comes next finds these free, also when the fast ones turn slow.
    expect(slots.free()).toBe(16);
    expect(slots.saturated().projects).toEqual([1]);
    expect(slots.choose(everywhere(300))).toEqual([]);
    expect(slots.choose(many(16, to(2, 1)))).not.toEqual([]);

    const oneHost = createSlots(SETTINGS, () => now);
    const there = (from: number) => everywhere(from).map((one) => ({ ...one, host: 'one.example' }));
    for (const from of [100, 200, 300]) holdSlowly(oneHost, there(from));
    expect(oneHost.free()).toBe(32);
    expect(oneHost.choose(everywhere(400))).toHaveLength(16);
  });
});

it('10,000 slow endpoints are remembered, and those that were slow last', () => {
  const speeds = createEndpointSpeeds(SETTINGS.timeoutMs, () => now);
  const attempt = (subscription: number) => {
    const end = speeds.begin(to(1, subscription));
    now += 200;
    end();
  };
  for (let subscription = 0; subscription < 10_000; subscription += 1) attempt(subscription);
  attempt(0);
  attempt(10_000);
  const { isSlow } = speeds.atThisMoment();
  expect([0, 1, 2, 10_000].map((subscription) => isSlow(to(1, subscription)))).toEqual([
    true,
    false,
    true,
    true,
  ]);
});
