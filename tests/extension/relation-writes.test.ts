import { fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { HOST } from '../support/host';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let api: Api;

beforeAll(async () => {
  server = await startServer({ env: builtWith({ files: HOST.files }) });
  api = await newProject(server);
});
afterAll(() => server.destroy());

interface RelationWrite {
  uid: string;
  documentId: string;
  method: 'attachRelations' | 'updateRelations' | 'deleteRelations';
  attribute: string;
  /** Public id of what the attribute leads to; null for nothing. */
  to: { uid: string; documentId: string } | null;
}

const CUSTOMER = 'api::customer.customer';
const TICKET = 'plugin::work-tracking.ticket';

/** Writes relations alone, as code can. */
const writeRelation = (write: RelationWrite) =>
  server.run(async (strapi, { uid, documentId, method, attribute, to }) => {
    const rowOf = async (type: string, id: string): Promise<number> =>
      (await strapi.db.query(type).findOne({ where: { documentId: id } })).id;
    const id = await rowOf(uid, documentId);
    const value = to === null ? null : await rowOf(to.uid, to.documentId);
    await strapi.db.query(uid)[method](id, { [attribute]: value });
  }, write);

const newCustomer = () =>
  server.run(async (strapi) => {
    const made = await strapi.documents('api::customer.customer' as never).create({
      data: { name: 'Acme' } as never,
    });
    return { uid: 'api::customer.customer', documentId: (made as { documentId: string }).documentId };
  });

const countedOf = async (id: string) => {
  const { body } = await api.get(`/tickets/${id}`).expect(200);
  const entries = await server.run(
    (strapi, targetId) => strapi.db.query('plugin::work-tracking.audit-entry').count({ where: { targetId } }),
    id,
  );
  return { version: body.ticket.version, customer: body.ticket.customer, entries };
};

it('a write of relations alone, of either side, counts as a change of the ticket', async () => {
  const { id } = await fileTicket(api);
  const ticket = { uid: TICKET, documentId: id };
  const acme = await newCustomer();
  const other = await newCustomer();
  await writeRelation({ ...acme, method: 'attachRelations', attribute: 'tickets', to: ticket });
  expect(await countedOf(id)).toEqual({ version: 2, customer: acme.documentId, entries: 2 });
  await writeRelation({ ...ticket, method: 'updateRelations', attribute: 'customer', to: other });
  expect(await countedOf(id)).toEqual({ version: 3, customer: other.documentId, entries: 3 });
  await writeRelation({ ...other, method: 'updateRelations', attribute: 'tickets', to: null });
  expect(await countedOf(id)).toEqual({ version: 4, customer: null, entries: 4 });
  await writeRelation({ ...ticket, method: 'attachRelations', attribute: 'customer', to: acme });
  expect(await countedOf(id)).toEqual({ version: 5, customer: acme.documentId, entries: 5 });
});

it('one that changes nothing does not', async () => {
  const acme = await newCustomer();
  const { id } = await fileTicket(api, { customer: acme.documentId });
  const write = { uid: TICKET, documentId: id, attribute: 'customer' } as const;
  await writeRelation({ ...write, method: 'updateRelations', to: acme });
  await writeRelation({
    uid: CUSTOMER,
    documentId: acme.documentId,
    method: 'updateRelations',
    attribute: 'name',
    to: null,
  });
  expect(await countedOf(id)).toEqual({ version: 1, customer: acme.documentId, entries: 1 });
});

it('the document service answers with the version that this has stepped, when that is asked for', async () => {
  const { id } = await fileTicket(api);
  const acme = await newCustomer();
  const answers = await server.run(
    async (strapi, { documentId, uid, customer }) => {
      const tickets = strapi.documents(uid as never);
      const all = await tickets.update({ documentId, data: { customer } as never });
      const params = { documentId, data: { customer: null }, fields: ['title'] };
      return { all, some: await tickets.update(params as never) };
    },
    { documentId: id, uid: TICKET, customer: acme.documentId },
  );
  const { ticket } = (await api.get(`/tickets/${id}`)).body;
  expect(answers.all).toMatchObject({ version: 2 });
  expect(answers.some).not.toHaveProperty('version');
  expect(ticket.version).toBe(3);
});
