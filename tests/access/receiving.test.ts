import path from 'node:path';
import supertest from 'supertest';
import type { EventType } from '../../src/plugins/work-tracking/domain/events';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import {
  collection,
  newAdminToken,
  newColleague,
  registerAdmin,
  type Admin,
  type RolePermission,
} from '../support/admin';
import { newProject, subscribe, v1, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { startServer, type OwnServer } from '../support/server';
import { columnsOf, NOWHERE, PATH } from '../support/subscriptions-page';
import { strapiToken } from '../support/tokens';
import { newUser } from '../support/users';
import { subscriptionForm, wholeRights, writesSubscriptions, type May } from '../support/whole-rights';

// A subscription sends its project's records to an address: whoever writes it must be able to read them.

const SUBSCRIPTIONS = collection('webhook-subscription');
const APPLICATION = JSON.stringify(path.join(__dirname, '../../dist/src/index.js'));

/** The key of the project that the condition of the application is about. */
const OWN_KEY = 'OWN';

/** An application with a condition for roles: the records of one project. */
const WITH_CONDITION = {
  server: { mcp: { enabled: true } },
  files: {
    'index.js': `const { default: application } = require(${APPLICATION});
      module.exports = {
        ...application,
        bootstrap({ strapi }) {
          strapi.service('admin::permission').conditionProvider.register({
            displayName: 'In one project',
            name: 'in-one-project',
            category: 'projects',
            handler: () => ({ 'project.key': '${OWN_KEY}' }),
          });
        },
      };`,
  },
};

let server: OwnServer;
let ada: Admin;
let api: Api;
let may: May;

beforeAll(async () => {
  server = await startServer({ env: builtWith(WITH_CONDITION) });
  ada = await registerAdmin(server);
  may = await wholeRights(ada);
});
beforeEach(async () => {
  api = await newProject(server);
});
afterAll(() => server.destroy());

/** Of the page of subscriptions. */
const PAGE = { action: actionId('delivery.read') };
const IS_CREATOR = { conditions: ['admin::is-creator'] };
const IN_ONE_PROJECT = { conditions: ['api::in-one-project'] };

const numberOf = (of = api) =>
  server.run(
    (strapi, documentId) =>
      strapi.db
        .query('plugin::work-tracking.webhook-subscription')
        .count({ where: { project: { documentId } } }),
    of.tenantId,
  );
const errorOf = ({ body }: { body: { error: { message: string; details: object } } }) => body.error;

it("Strapi's Editor and Author get of the plugin's types tickets and decisions alone", async () => {
  const subjects = await server.run(async (strapi) => {
    const permissions = await strapi.db.query('admin::permission').findMany({
      where: { subject: { $startsWith: 'plugin::work-tracking.' } },
      populate: { role: true },
    });
    return permissions.map(({ role, subject }) => `${role.code} ${subject}`);
  });
  const ofOthers = subjects.filter((one: string) => !one.startsWith('strapi-super-admin'));
  expect([...new Set(ofOthers)].sort()).toEqual([
    'strapi-author plugin::work-tracking.decision',
    'strapi-author plugin::work-tracking.ticket',
    'strapi-editor plugin::work-tracking.decision',
    'strapi-editor plugin::work-tracking.ticket',
  ]);
  expect(subjects).toContain('strapi-super-admin plugin::work-tracking.webhook-delivery');
});

describe('a role that does not read all of it', () => {
  const TICKETS: EventType[] = ['ticket.created'];

  it.each<[what: string, missing: string, EventType[], () => RolePermission[]]>([
    ['no project', 'Project', TICKETS, () => [may('read', 'ticket')]],
    [
      'the projects that one has made',
      'Project',
      TICKETS,
      () => [may('read', 'project', IS_CREATOR), may('read', 'ticket')],
    ],
    ['no tickets', 'Ticket', TICKETS, () => [may('read', 'project')]],
    [
      'the tickets that one has made',
      'Ticket',
      TICKETS,
      () => [may('read', 'project'), may('read', 'ticket', IS_CREATOR)],
    ],
    [
      'the tickets of another project',
      'Ticket',
      TICKETS,
      () => [may('read', 'project'), may('read', 'ticket', IN_ONE_PROJECT)],
    ],
    [
      'tickets without their text',
      'Ticket, body',
      TICKETS,
      () => {
        const ticket = may('read', 'ticket');
        const fields = ticket.properties!.fields!.filter((field) => field !== 'body');
        return [may('read', 'project'), { ...ticket, properties: { fields } }];
      },
    ],
    [
      'no decisions',
      'Decision',
      ['ticket.created', 'decision.resolved'],
      () => [may('read', 'project'), may('read', 'ticket')],
    ],
    ['no audit entries', 'Audit entry', ['audit.event'], () => [may('read', 'project')]],
  ])('but %s makes no subscription', async (_, missing, eventTypes, permissions) => {
    const colleague = await newColleague(server, ada, [...writesSubscriptions(may), ...permissions()]);
    const refused = await colleague.post(SUBSCRIPTIONS, subscriptionForm(api, eventTypes)).expect(403);
    expect(errorOf(refused)).toMatchObject({
      // By any other name the form takes the save for done.
      name: 'ValidationError',
      message: expect.stringMatching(new RegExp(`it does not let you read ${missing}\\.$`)),
      details: { code: 'not_permitted', subject: missing },
    });
    expect(await numberOf()).toBe(0);
  });

  it('changes none, switches none off, deletes none, by any door', async () => {
    const subscription = await subscribe(api, NOWHERE);
    const before = await columnsOf(server, subscription.id);
    const colleague = await newColleague(server, ada, [
      PAGE,
      ...writesSubscriptions(may),
      may('read', 'ticket'),
    ]);
    const at = `${SUBSCRIPTIONS}/${subscription.id}`;
    await colleague.put(at, { url: 'https://example.com/mine' }).expect(403);
    await colleague.put(at, { eventTypes: ['audit.event'] }).expect(403);
    await colleague.put(`${PATH}/${subscription.id}/active`, { active: false }).expect(403);
    await colleague.put(`${PATH}/${subscription.id}/secret`, { secret: 'mine' }).expect(403);
    await colleague.post(`${SUBSCRIPTIONS}/clone/${subscription.id}`, subscriptionForm(api)).expect(403);
    await colleague.delete(at).expect(403);
    await colleague
      .post(`${SUBSCRIPTIONS}/actions/bulkDelete`, { documentIds: [subscription.id] })
      .expect(403);
    expect(await columnsOf(server, subscription.id)).toEqual(before);
    expect(await numberOf()).toBe(1);
  });

  it('but its project can switch one off and delete it, and nothing more', async () => {
    const { id } = await subscribe(api, NOWHERE);
    const at = `${SUBSCRIPTIONS}/${id}`;
    const colleague = await newColleague(server, ada, [
      PAGE,
      ...writesSubscriptions(may),
      may('read', 'project'),
    ]);
    await colleague.put(at, { url: 'https://example.com/mine', active: false }).expect(403);
    await colleague.put(at, { eventTypes: ['audit.event'], active: false }).expect(403);
    await colleague.put(`${PATH}/${id}/active`, { active: false }).expect(200);
    await colleague.put(`${PATH}/${id}/active`, { active: true }).expect(403);
    await colleague.put(at, { newSecret: 'mine' }).expect(403);
    await colleague.delete(at).expect(200);
  });

  it('nor does a program with a narrower token of an administrator, in the panel or over MCP', async () => {
    const bearer = await newAdminToken(ada, [...writesSubscriptions(may), may('read', 'project')]);
    const inPanel = await supertest(server.url)
      .post(SUBSCRIPTIONS)
      .set('Authorization', `Bearer ${bearer}`)
      .send(subscriptionForm(api))
      .expect(403);
    expect(errorOf(inPanel).details).toMatchObject({ subject: 'Ticket' });
    const subscription = await subscribe(api, NOWHERE);
    const before = await columnsOf(server, subscription.id);
    const overMcp = await supertest(server.url)
      .post('/mcp')
      .set({ Authorization: `Bearer ${bearer}`, Accept: 'application/json, text/event-stream' })
      .send({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'update_plugin-work-tracking_webhook-subscription',
          arguments: {
            documentId: subscription.id,
            data: { url: 'https://example.com/mine', eventTypes: ['audit.event'], active: true },
          },
        },
      });
    expect(overMcp.text).toContain('it does not let you read Ticket.');
    expect(await columnsOf(server, subscription.id)).toEqual(before);
    expect(await numberOf()).toBe(1);
  });
});

describe('a role that reads all of it', () => {
  it('makes, changes and deletes one', async () => {
    const colleague = await newColleague(server, ada, [
      ...writesSubscriptions(may),
      may('read', 'project'),
      may('read', 'ticket'),
    ]);
    const { body } = await colleague.post(SUBSCRIPTIONS, subscriptionForm(api)).expect(201);
    const at = `${SUBSCRIPTIONS}/${body.data.documentId as string}`;
    await colleague.put(at, { eventTypes: ['ticket.created', 'decision.resolved'] }).expect(403);
    await colleague.put(at, { active: false }).expect(200);
    await colleague.delete(at).expect(200);
  });

  it('of one project, by a condition about it, makes one there', async () => {
    const own = await ada
      .post(collection('project'), { key: OWN_KEY, name: 'Own', ventureKey: OWN_KEY })
      .expect(201);
    const colleague = await newColleague(server, ada, [
      ...writesSubscriptions(may),
      may('read', 'project'),
      may('read', 'ticket', IN_ONE_PROJECT),
    ]);
    const project = { connect: [{ documentId: own.body.data.documentId }] };
    await colleague.post(SUBSCRIPTIONS, { ...subscriptionForm(api), project }).expect(201);
  });
});

describe('a token or user of v1', () => {
  const subscribes = (bearer: string, event_types: EventType[]) =>
    v1(server, bearer).post('/webhooks/subscriptions', { url: NOWHERE, secret: 'a secret', event_types });

  it.each(['a token', 'a user'])('%s subscribes to what its actions let it read', async (kind) => {
    const bearerOf = async (...names: string[]) => {
      const actions = names.map((name) => `plugin::work-tracking.v1-${name}`);
      if (kind === 'a user') return (await newUser(server, api.projectKey, actions)).jwt;
      return (await strapiToken(server, api.projectKey, { type: 'custom', permissions: actions })).accessKey;
    };
    const alone = await bearerOf('webhook-subscription.create');
    const { body } = await subscribes(alone, ['ticket.updated']).expect(403);
    expect(body).toMatchObject({
      error: 'insufficient_scope',
      message: 'A subscription to ticket.updated needs a token that allows ticket.find or ticket.findOne.',
    });
    await subscribes(alone, ['audit.event']).expect(201);
    const reading = await bearerOf('webhook-subscription.create', 'ticket.findOne');
    await subscribes(reading, ['ticket.created', 'ticket.updated']).expect(201);
    await subscribes(reading, ['ticket.created', 'decision.resolved']).expect(403);
    expect(await numberOf()).toBe(2);
  });
});
