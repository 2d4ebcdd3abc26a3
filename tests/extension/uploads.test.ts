import supertest from 'supertest';
import { registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOMER, extended } from '../support/extended';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';
import { strapiToken } from '../support/tokens';
import { upload } from '../support/uploads';
import { newUser } from '../support/users';

const TICKET = 'plugin::work-tracking.ticket';
const DECISION = 'plugin::work-tracking.decision';

const CUSTOMER_FILE = 'api/customer/content-types/customer/schema.json';
const customer = CUSTOMER[CUSTOMER_FILE];
const MEDIA = { type: 'media', multiple: false };

const FILES = {
  ...COMPONENTS,
  'components/team/picture.json': {
    collectionName: 'components_team_pictures',
    info: { displayName: 'Picture' },
    options: {},
    attributes: { label: { type: 'string' }, image: MEDIA },
  },
  'components/team/album.json': {
    collectionName: 'components_team_albums',
    info: { displayName: 'Album' },
    options: {},
    attributes: { cover: { type: 'component', component: 'team.picture' } },
  },
  [CUSTOMER_FILE]: {
    ...customer,
    options: { draftAndPublish: false },
    attributes: {
      ...customer.attributes,
      logo: MEDIA,
      picture: { type: 'component', component: 'team.picture' },
    },
  },
  ...extended('ticket', {
    attachment: MEDIA,
    attachments: { type: 'media', multiple: true },
    zone: { type: 'dynamiczone', components: ['team.album'] },
  }),
  ...extended('decision', { attachment: MEDIA }),
};

let server: OwnServer;
let admin: Admin;
let api: Api;
let receiver: Receiver;

beforeAll(async () => {
  server = await startServer({ env: builtWith({ files: FILES }) });
  admin = await registerAdmin(server);
  api = await newProject(server);
  receiver = await startReceiver();
  await subscribe(api, receiver.url);
});
afterAll(async () => {
  await server.destroy();
  await receiver.close();
});

const rowId = (uid: string, documentId: string): Promise<number> =>
  server.run(
    async (strapi, given) =>
      (await strapi.db.query(given.uid).findOne({ where: { documentId: given.documentId } })).id as number,
    { uid, documentId },
  );

/** A stored file. @returns its row and its public id */
const newFile = (data: object = {}): Promise<{ id: number; documentId: string }> =>
  server.run(async (strapi, given) => {
    const { id, documentId } = await strapi.db.query('plugin::upload.file').create({
      data: {
        name: 'a.txt',
        hash: 'a',
        ext: '.txt',
        mime: 'text/plain',
        size: 1,
        url: '/a',
        provider: 'local',
        ...given,
      },
    });
    return { id, documentId };
  }, data);

const updateFile = (id: number, data: object) =>
  server.run(
    async (strapi, given) => {
      await strapi.db
        .query('plugin::upload.file')
        .update({ where: { id: given.id }, data: given.data as never });
    },
    { id, data },
  );

const related = (uid: string, id: number | string, field: string) => ({
  id,
  __type: uid,
  __pivot: { field },
});

const ticketNow = async (id: string) => (await api.get(`/tickets/${id}`).expect(200)).body.ticket;

const auditEntries = (targetId: string): Promise<number> =>
  server.run(
    (strapi, id) => strapi.db.query('plugin::work-tracking.audit-entry').count({ where: { targetId: id } }),
    targetId,
  );

/** Makes sure that a ticket has counted one change, of one field, and that subscribers and the audit know of it. */
async function expectCounted(before: { id: string; version: number }, field: string) {
  const now = await ticketNow(before.id);
  expect(now.version).toBe(before.version + 1);
  const [event] = await receiver.until(
    1,
    ({ body }) =>
      body.event === 'ticket.updated' && body.data.id === before.id && body.data.version === now.version,
  );
  const { changes } = event!.body.data as { changes: Record<string, { to: unknown }> };
  expect(changes[field]!.to).toEqual(now[field]);
  expect(Object.keys(changes).sort()).toEqual([field, 'synced_at', 'updated_at', 'version'].sort());
  expect(await auditEntries(before.id)).toBe(now.version);
  return now;
}

describe('a file that is attached from its own side is a change of the record', () => {
  it('when it is made, and when it goes from one record to another, in code', async () => {
    const ticket = await fileTicket(api);
    const other = await fileTicket(api);
    const id = await rowId(TICKET, ticket.id);
    const first = await newFile({ related: [related(TICKET, id, 'attachment')] });
    const one = await expectCounted(ticket, 'attachment');
    expect(one.attachment.id).toBe(first.documentId);
    const second = await newFile({ related: { connect: [related(TICKET, String(id), 'attachments')] } });
    const two = await expectCounted(one, 'attachments');
    const otherId = await rowId(TICKET, other.id);
    await updateFile(second.id, { related: [related(TICKET, otherId, 'attachments')] });
    await expectCounted(two, 'attachments');
    const now = await expectCounted(other, 'attachments');
    expect(now.attachments).toMatchObject([{ id: second.documentId }]);
    // A ticket has one `attachment` only: the new one takes the place of the other.
    await updateFile(second.id, {
      related: { set: [related(TICKET, otherId, 'attachments'), related(TICKET, id, 'attachment')] },
    });
    await expectCounted({ ...two, version: 4 }, 'attachment');
    expect(await ticketNow(other.id)).toEqual(now);
  });

  it('when the document service does it', async () => {
    const ticket = await fileTicket(api);
    const { documentId } = await newFile();
    await server.run(
      async (strapi, given) => {
        await strapi.documents('plugin::upload.file').update({
          documentId: given.documentId,
          data: { related: [given.entry] } as never,
        });
      },
      { documentId, entry: related(TICKET, await rowId(TICKET, ticket.id), 'attachment') },
    );
    await expectCounted(ticket, 'attachment');
  });

  it('in a component within a component', async () => {
    const ticket = await fileTicket(api, {
      zone: [{ __component: 'team.album', cover: { label: 'Cover' } }],
    });
    const parts = await server.run((strapi) => strapi.db.query('team.picture').findMany({}));
    const { id } = parts.find(({ label }: { label: string }) => label === 'Cover');
    await newFile({ related: [related('team.picture', id, 'image')] });
    const now = await expectCounted(ticket, 'zone');
    expect(now.zone[0].cover.image.name).toBe('a.txt');
  });

  it('of a decision', async () => {
    const decision = await fileDecision(api);
    const id = await rowId(DECISION, decision.id);
    await newFile({ related: [related(DECISION, id, 'attachment')] });
    const { body } = await api.get(`/decisions/${decision.id}`).expect(200);
    expect(body.decision.version).toBe(2);
    expect(await auditEntries(decision.id)).toBe(2);
  });

  it("when the panel's upload names the record", async () => {
    const ticket = await fileTicket(api);
    const refId = String(await rowId(TICKET, ticket.id));
    const { body } = await supertest(server.url)
      .post('/admin/login')
      .send({ email: 'ada@example.com', password: 'Very-safe-1' });
    const answer = await upload(server, '/upload', body.data.token, {
      ref: TICKET,
      refId,
      field: 'attachment',
    });
    expect(answer.status).toBe(201);
    const now = await expectCounted(ticket, 'attachment');
    expect(now.attachment.name).toBe('a.txt');
    await admin.delete(`/upload/files/${answer.body[0].id}`).expect(200);
    await expectCounted(now, 'attachment');
  });
});

describe("Strapi's content API attaches no file to a record", () => {
  let callers: [string, string][];
  beforeAll(async () => {
    const mine = await strapiToken(server, api.projectKey, { type: 'full-access' });
    const other = await newProject(server);
    const theirs = await strapiToken(server, other.projectKey, { type: 'full-access' });
    const unbound = await strapiToken(server, null, { type: 'full-access' });
    const user = await newUser(server, other.projectKey, ['plugin::upload.content-api.upload']);
    callers = [
      ['of the project', mine.accessKey],
      ['of another project', theirs.accessKey],
      ['of none', unbound.accessKey],
      ['user', user.jwt],
    ];
  });

  it('of the plugin, whoever uploads', async () => {
    const ticket = await fileTicket(api, {
      zone: [{ __component: 'team.album', cover: { label: 'Album' } }],
    });
    const parts = await server.run((strapi) => strapi.db.query('team.picture').findMany({}));
    const { id: part } = parts.find(({ label }: { label: string }) => label === 'Album');
    const before = await server.run((strapi) => strapi.db.query('plugin::upload.file').count({}));
    for (const [, bearer] of callers) {
      for (const fields of [
        { ref: TICKET, refId: String(await rowId(TICKET, ticket.id)), field: 'attachment' },
        { ref: 'plugin::work-tracking.project', refId: '1', field: 'name' },
        { ref: 'team.picture', refId: String(part), field: 'image' },
      ]) {
        const { status, body } = await upload(server, '/api/upload', bearer, fields);
        expect(status).toBe(403);
        expect(body.error.message).toBe(
          "Files can't be attached to this record here: upload the file without ref, then set its id on the record at v1.",
        );
      }
    }
    expect(await ticketNow(ticket.id)).toEqual(ticket);
    expect(await server.run((strapi) => strapi.db.query('plugin::upload.file').count({}))).toBe(before);
  });

  it("but to the application's own, and a file that v1 then sets", async () => {
    const acme = await server.run(async (strapi) => {
      const made = (await strapi.documents('api::customer.customer' as never).create({
        data: { name: 'Acme', picture: { label: 'Acme' } } as never,
        populate: ['picture'] as never,
      })) as unknown as { id: number; picture: { id: number } };
      return { id: String(made.id), picture: String(made.picture.id) };
    });
    const ticket = await fileTicket(api);
    const forms: Record<string, string>[] = [
      { ref: 'api::customer.customer', refId: acme.id, field: 'logo' },
      { ref: 'team.picture', refId: acme.picture, field: 'image' },
      { fileInfo: '{"caption":"Free"}' },
    ];
    for (const [, bearer] of callers) {
      for (const fields of forms) {
        expect((await upload(server, '/api/upload', bearer, fields)).status).toBe(201);
      }
    }
    const { body } = await upload(server, '/api/upload', callers[0]![1], {}).expect(201);
    await api.patch(`/tickets/${ticket.id}`, { attachment: body[0].documentId }).expect(200);
    const now = await expectCounted(ticket, 'attachment');
    const replaced = await upload(server, `/api/upload?id=${body[0].id}`, callers[0]![1], {
      fileInfo: '{"name":"b.txt"}',
    });
    expect(replaced.status).toBe(200);
    expect((await expectCounted(now, 'attachment')).attachment.name).toBe('b.txt');
  });
});
