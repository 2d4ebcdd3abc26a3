import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, newProject, subscribe, type Api } from '../support/api';
import { startReceiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
  api = await newProject(server);
});
afterAll(() => server.release());

const resolve = (who: Admin, id: string, body: object) =>
  who.post(`/work-tracking/decisions/${id}/resolve`, body);

const OPTIONS = [
  { id: 'a', title: 'Build it' },
  { id: 'b', title: 'Buy it' },
];

const RESOLUTION_FIELDS = ['state', 'verdict', 'optionId', 'note'];
const mayResolve = { action: actionId('decision.resolve') };

describe('resolving a decision in the panel', () => {
  it('stores verdict, option and note, and the audit event says who did it', async () => {
    const receiver = await startReceiver();
    try {
      const decision = await fileDecision(api, { frontmatter: { options: OPTIONS } });
      const { id: subscription } = await subscribe(api, receiver.url);
      const { body } = await resolve(admin, decision.id, {
        verdict: 'Buy it',
        option_id: 'b',
        note: 'It is cheaper.',
      }).expect(200);
      expect(body.data).toMatchObject({ state: 'resolved', verdict: 'Buy it', optionId: 'b' });

      const { body: now } = await api.get(`/decisions/${decision.id}`).expect(200);
      const [sent] = await receiver.until(1, ({ body: { event } }) => event === 'decision.resolved');
      expect(sent!.body.data).toEqual(now.decision);
      expect(now.decision.frontmatter.resolution).toMatchObject({
        verdict: 'Buy it',
        option_id: 'b',
        note: 'It is cheaper.',
      });
      const [audit] = await receiver.until(1, ({ body: { event } }) => event === 'audit.event');
      expect(audit!.body.data).toMatchObject({
        action: 'decision.resolved',
        actor: { type: 'admin', name: 'Ada Lovelace' },
      });
      await api.delete(`/webhooks/subscriptions/${subscription}`).expect(200);
    } finally {
      await receiver.close();
    }
  });

  it('is refused for a resolved decision, even with the same verdict', async () => {
    const decision = await fileDecision(api);
    await resolve(admin, decision.id, { verdict: 'approved' }).expect(200);
    const again = await resolve(admin, decision.id, { verdict: 'approved' });
    expect([again.status, again.body.error.message, again.body.error.details.code]).toEqual([
      400,
      'This decision is already resolved.',
      'already_resolved',
    ]);
  });

  it('succeeds for one of two requests at the same time', async () => {
    const decision = await fileDecision(api);
    const answers = await Promise.all(
      ['approved', 'rejected'].map((verdict) => resolve(admin, decision.id, { verdict })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = answers.find(({ status }) => status === 200)!.body.data.verdict;
    const { body } = await api.get(`/decisions/${decision.id}`).expect(200);
    expect(body.decision.frontmatter.resolution.verdict).toBe(winner);
  });

  it.each([
    [{}, 400, /verdict/],
    [{ verdict: '' }, 400, /verdict/],
    [{ verdict: 'x', option_id: 'c' }, 400, /is not among the options of this decision/],
    [{ verdict: 'x', optionId: 'a' }, 400, /Unrecognized key/],
  ])('refuses %j', async (body, status, sentence) => {
    const decision = await fileDecision(api, { frontmatter: { options: OPTIONS } });
    const refused = await resolve(admin, decision.id, body);
    expect([refused.status, JSON.stringify(refused.body.error)]).toEqual([
      status,
      expect.stringMatching(sentence),
    ]);
    const { body: now } = await api.get(`/decisions/${decision.id}`).expect(200);
    expect(now.decision).toEqual(decision);
  });

  it('answers 404 for an unknown id', async () => {
    const answer = await resolve(admin, 'abc', { verdict: 'x' });
    expect([answer.status, answer.body.error.message]).toEqual([404, 'This decision is no longer there.']);
  });
});

describe("the content manager's permissions", () => {
  const mayRead = mayInContentManager('read', 'decision', ['title', 'state']);

  it('need not let a role change decisions for it to resolve them', async () => {
    const decision = await fileDecision(api);
    const colleague = await newColleague(server, admin, [mayResolve, mayRead]);
    const { body } = await resolve(colleague, decision.id, { verdict: 'x', note: 'y' }).expect(200);
    // The role may give the verdict and not read it.
    expect(body.data).toMatchObject({ state: 'resolved' });
    expect(body.data).not.toHaveProperty('verdict');
    const { body: now } = await api.get(`/decisions/${decision.id}`).expect(200);
    expect(now.decision.frontmatter.resolution).toMatchObject({ verdict: 'x', note: 'y' });
  });

  it('do not take the place of "Resolve decisions"', async () => {
    const decision = await fileDecision(api);
    const colleague = await newColleague(server, admin, [
      { action: actionId('decision.read') },
      mayRead,
      mayInContentManager('update', 'decision', RESOLUTION_FIELDS),
    ]);
    await resolve(colleague, decision.id, { verdict: 'x' }).expect(403);
  });

  it('are needed to see anything of the decision', async () => {
    const decision = await fileDecision(api);
    const colleague = await newColleague(server, admin, [mayResolve]);
    await resolve(colleague, decision.id, { verdict: 'x' }).expect(403);
  });

  it('apply with their conditions', async () => {
    const decision = await fileDecision(api);
    const colleague = await newColleague(server, admin, [
      mayResolve,
      mayInContentManager('read', 'decision', ['title', 'state'], ['admin::is-creator']),
      mayInContentManager('update', 'decision', RESOLUTION_FIELDS),
    ]);
    await resolve(colleague, decision.id, { verdict: 'x' }).expect(404);
  });
});
