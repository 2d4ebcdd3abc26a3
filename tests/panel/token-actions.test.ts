import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { DESCRIBED_ACTIONS, ROUTES, V1_SCOPES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { newColleague, registerAdmin, type Admin } from '../support/admin';
import { newProject, tokenFor, v1, type Api } from '../support/api';
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

const TOKENS = '/work-tracking/tokens';
const ACTIONS = `${TOKENS}/actions`;
const OF_V1 = 'plugin::work-tracking.v1-';

/** Every action that a token can hold, by v1's name. */
const ALL = V1_SCOPES.map((name) => name.slice(OF_V1.length));
const READS = ALL.filter((action) => /\.find(One)?$/.test(action));

const opensOf = (action: string) => DESCRIBED_ACTIONS.find((one) => one.action === action)!.opens;

/** @returns what the list shows of the token, and the scopes that `/me` tells it */
async function shownAndTold(name: string, accessKey: string) {
  const { body } = await admin.get(TOKENS).expect(200);
  const shown = body.data.find((token: { name: string }) => token.name === name);
  const me = await v1(server, accessKey).get('/me').expect(200);
  return { shown, told: me.body.token.scopes };
}

/** One of Strapi's own tokens, bound to the project. */
async function boundToken(attributes: object): Promise<{ name: string; accessKey: string }> {
  const token = await server.run(async (strapi, given) => {
    const name = `Token ${Math.random()}`;
    const { id, accessKey } = await strapi
      .service('admin::api-token-content-api')
      .create({ name, kind: 'content-api', lifespan: null, ...given });
    return { id: id as number, name, accessKey: accessKey as string };
  }, attributes);
  await admin.post(`${TOKENS}/${token.id}/bind`, { project: api.tenantId }).expect(200);
  return token;
}

describe('what an action opens', () => {
  it('is told of each action in the table of routes, and of no other', async () => {
    const { body } = await admin.get(ACTIONS).expect(200);
    expect(body.data).toEqual(DESCRIBED_ACTIONS);
    expect(DESCRIBED_ACTIONS.map(({ action }) => action)).toEqual(ROUTES.map(({ action }) => action));
  });

  it.each(ROUTES.map(({ action }) => [action]))('%s, in whole sentences', (action) => {
    expect(opensOf(action)).toMatch(/^[A-Z].*[^.]\.$/);
  });

  it('is all changes for change.find, and what they hold for whoever may read that', () => {
    const opens = opensOf('change.find');
    expect(opens).toContain('every change of the project, also of records that are deleted by now');
    expect(opens).toContain("its author's name");
    expect(opens).toContain('which values changed, only with an action that reads records of that type');
  });

  it('says from which access on a token holds it', () => {
    const heldFrom = (access: string) =>
      DESCRIBED_ACTIONS.filter((one) => one.heldFrom === access).map(({ action }) => action);
    expect(heldFrom('any')).toEqual(['me.find', 'workflow.find', 'event-type.find']);
    expect(heldFrom('read-only')).toEqual(READS);
    expect(heldFrom('full')).toEqual(ALL.filter((action) => !READS.includes(action)));
  });

  it('is told to roles that may read tokens, and to no other', async () => {
    const reader = await newColleague(server, admin, [{ action: actionId('token.read') }]);
    await reader.get(ACTIONS).expect(200);
    const manager = await newColleague(server, admin, [{ action: actionId('token.manage') }]);
    await manager.get(ACTIONS).expect(403);
  });
});

describe('a token in the list has its actions, the same as at /me', () => {
  it.each([
    ['full', ALL],
    ['read-only', READS],
  ] as const)('issued for %s access', async (access, scopes) => {
    const { token } = await tokenFor(server, api.projectKey, { name: `Issued, ${access}`, access });
    const { shown, told } = await shownAndTold(`Issued, ${access}`, token);
    expect(shown).toMatchObject({ access, scopes, opensMore: false });
    expect(told).toEqual(scopes);
  });

  it.each([
    ['full-access', ALL],
    ['read-only', READS],
  ] as const)('Strapi’s own, of type %s', async (type, scopes) => {
    const { name, accessKey } = await boundToken({ type });
    const { shown, told } = await shownAndTold(name, accessKey);
    expect(shown).toMatchObject({ access: `strapi-${type}`, scopes, opensMore: true });
    expect(told).toEqual(scopes);
  });

  it.each([
    ['of v1 alone', [], false],
    ['of v1 and others', ['plugin::upload.content-api.find'], true],
  ] as const)('Strapi’s own, with actions %s', async (_what, others, opensMore) => {
    const permissions = [`${OF_V1}change.find`, ...others];
    const { name, accessKey } = await boundToken({ type: 'custom', permissions });
    const { shown, told } = await shownAndTold(name, accessKey);
    expect(shown).toMatchObject({ access: 'custom', scopes: ['change.find'], opensMore });
    expect(told).toEqual(['change.find']);
  });
});
