import { collection, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOM_FIELDS, CUSTOMER, extended, LINK } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  const fields = { link: LINK, customer: CUSTOM_FIELDS.customer };
  const files = {
    ...extended('ticket', fields),
    ...extended('decision', fields),
    ...CUSTOMER,
    ...COMPONENTS,
  };
  server = await startServer({ env: builtWith({ files }) });
  admin = await registerAdmin(server);
  api = await newProject(server);
});
afterAll(() => server.destroy());

describe.each([
  ['ticket', fileTicket],
  ['decision', fileDecision],
] as const)('a form of a %s that was loaded before somebody has changed it', (type, file) => {
  const [theirs, mine] = ['Theirs', 'Mine'].map((label) => ({ label, url: 'https://example.org/' }));

  async function loadedForm() {
    const path = `${collection(type)}/${(await file(api)).id as string}`;
    const { data } = (await admin.get(path).expect(200)).body;
    return { path, form: data as object };
  }

  it('is refused where it would write another component over theirs, or none', async () => {
    const { path, form } = await loadedForm();
    await admin.put(path, { ...form, link: theirs }).expect(200);
    for (const link of [mine, null]) {
      const { status, body } = await admin.put(path, { ...form, link });
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining('version 2, you have 1')]);
    }
    const { data } = (await admin.get(path).expect(200)).body;
    expect(data).toMatchObject({ version: 2, link: theirs });
    await admin.put(path, { ...data, link: { ...data.link, label: 'Mine' } }).expect(200);
  });

  it('is refused where only a relation would change, too', async () => {
    const { path, form } = await loadedForm();
    const customer = await server.run(async (strapi) => {
      const customers = strapi.documents('api::customer.customer' as never);
      const made = await customers.create({ data: { name: 'Ada' }, status: 'published' } as never);
      return (made as { documentId: string }).documentId;
    });
    await admin.put(path, { ...form, title: 'Theirs' }).expect(200);
    const { title: _, ...untouched } = form as { title: string };
    const { status } = await admin.put(path, {
      ...untouched,
      customer: { connect: [{ documentId: customer }] },
    });
    expect(status).toBe(400);
    expect((await admin.get(path).expect(200)).body.data).toMatchObject({ title: 'Theirs', version: 2 });
  });
});
