import ticket from '../../src/plugins/work-tracking/server/src/content-types/ticket/schema.json';
import { collection, registerAdmin } from '../support/admin';
import { fileDecision, fileTicket, newProject, tokenFor, v1 } from '../support/api';
import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOMER, extended, extensionOf, LINK } from '../support/extended';
import { startServer } from '../support/server';

const BOARD = '/work-tracking/board';

/** The application whose builder has `qa` and `P4`. */
const WITH = (() => {
  const schema = structuredClone(ticket);
  schema.attributes.state.enum.push('qa');
  schema.attributes.priority.enum.push('P4');
  return { [extensionOf('ticket')]: schema };
})();

const MOVES = { open: ['in_progress'], in_progress: ['open', 'qa'], qa: ['done'], done: ['open'] };
const WITHOUT_QA = { ...MOVES, in_progress: ['open', 'done'], qa: undefined };

it.each([
  [
    'the builder',
    { config: { moves: WITHOUT_QA } },
    `2 tickets have the status "qa", which Ticket's state no longer has`,
  ],
  [
    'the map of moves',
    { files: WITH, config: { moves: WITHOUT_QA } },
    '2 tickets have the status "qa", which their map of moves does not name',
  ],
  [
    "the project's own map",
    { files: WITH, config: { moves: MOVES, projectMoves: { OWN: WITHOUT_QA } } },
    '2 tickets have the status "qa", which their map of moves does not name',
  ],
])('tickets in a status that was taken out of %s start again', async (_place, after, told) => {
  const before = await startServer({ env: builtWith({ files: WITH, config: { moves: MOVES } }) });
  const api = await tokenFor(before, 'OWN');
  const ids: string[] = [];
  for (const title of ['By v1', 'In the panel']) {
    const { id } = await fileTicket(api, { title, priority: 'P4' });
    for (const status of ['in_progress', 'qa']) await api.patch(`/tickets/${id}`, { status }).expect(200);
    ids.push(id);
  }
  await before.stop();
  const { database } = before;
  const server = await startServer({ database, env: builtWith(after) });
  const there = v1(server, api.token);
  expect(server.log()).toContain(told);
  expect(server.log()).toContain('from there they can be moved to "open" only.');

  const { body: list } = await there.get('/tickets?status=qa&priority=P4').expect(200);
  expect(list.tickets.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
  const { body: workflow } = await there.get('/workflow').expect(200);
  expect(workflow).toMatchObject({
    moves: { qa: ['open'] },
    statuses: expect.arrayContaining([{ name: 'qa', category: 'started' }]),
  });

  const admin = await registerAdmin(server);
  const { data: board } = (await admin.get(BOARD).expect(200)).body;
  expect(board.columns).toContainEqual(expect.objectContaining({ status: 'qa', count: 2 }));
  for (const sort of ['changed', 'priority']) {
    const { data } = (await admin.get(`${BOARD}/tickets?status=qa&sort=${sort}`).expect(200)).body;
    expect(data).toHaveLength(2);
  }

  const [ofApi, ofPanel] = ids;
  await there.patch(`/tickets/${ofApi}`, { title: 'Still there' }).expect(200);
  const refused = await there.patch(`/tickets/${ofApi}`, { status: 'done' }).expect(409);
  expect(refused.body.message).toContain('from qa it can move to: open.');
  await there.patch(`/tickets/${ofApi}`, { status: 'open' }).expect(200);
  await admin.put(`${collection('ticket')}/${ofPanel}`, { title: 'Still there' }).expect(200);
  await admin.put(`${collection('ticket')}/${ofPanel}`, { state: 'done' }).expect(400);
  await admin.put(`${collection('ticket')}/${ofPanel}`, { state: 'open' }).expect(200);
  await server.stop();
  await database.drop();
});

const tiers = (...values: string[]) => ({ type: 'enumeration', enum: values });

/** An application whose tickets, decisions and components have these tiers. */
function tiered(...values: string[]) {
  const file = 'components/work/link.json';
  const component = COMPONENTS[file];
  const attributes = {
    tier: tiers(...values),
    link: LINK,
    zone: { type: 'dynamiczone', components: ['work.link'] },
  };
  return builtWith({
    files: {
      ...CUSTOMER,
      ...COMPONENTS,
      [file]: { ...component, attributes: { ...component.attributes, tier: tiers(...values) } },
      ...extended('ticket', attributes),
      ...extended('decision', attributes),
    },
  });
}

it("a field's values that were taken out stay where they are, are described and found, and can't be given", async () => {
  const before = await startServer({ env: tiered('gold', 'Silver', 'tin') });
  const api = await newProject(before);
  const link = { label: 'a', tier: 'Silver' };
  const given = { tier: 'Silver', link, zone: [{ __component: 'work.link', ...link }] };
  const records = { tickets: await fileTicket(api, given), decisions: await fileDecision(api, given) };
  await before.stop();
  const server = await startServer({ database: before.database, env: tiered('gold', 'silver') });
  const there = v1(server, api.token);
  const { body } = await v1(server, '').get('/openapi.json').expect(200);
  for (const [list, record] of Object.entries(records)) {
    const found = await there.get(`/${list}?tier=Silver`).expect(200);
    expect(found.body[list]).toEqual([record]);
    expect((await there.get(`/${list}?tier=silver`).expect(200)).body[list]).toEqual([]);
    await there.get(`/${list}?tier=tin`).expect(400);
    await there.patch(`/${list}/${record.id}`, { title: 'Still there' }).expect(200);
    await there.patch(`/${list}/${record.id}`, { tier: 'Silver' }).expect(400);
    const name = list === 'tickets' ? 'Ticket' : 'Decision';
    const { schemas } = body.components;
    for (const { tier } of [schemas[name].properties, schemas[name].properties.link.anyOf[0].properties]) {
      expect([...tier.anyOf[0].enum].sort()).toEqual(['Silver', 'gold', 'silver']);
    }
    expect(schemas[`${name}UpdateBody`].properties.tier.anyOf[0].enum).toEqual(['gold', 'silver']);
    await there.patch(`/${list}/${record.id}`, { tier: 'gold' }).expect(200);
  }
  await server.destroy();
});
