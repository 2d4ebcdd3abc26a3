import type { Core } from '@strapi/types';
import { CONTENT_VIEWS } from '../../src/plugins/work-tracking/server/src/panel/content-views/views';
import { logInAdmin, registerAdmin, type Admin } from '../support/admin';
import { createDatabase, type TestDatabase } from '../support/database';
import { startServer, type OwnServer } from '../support/server';

const UIDS = Object.keys(CONTENT_VIEWS);

let server: OwnServer;
let database: TestDatabase;
let admin: Admin;

beforeAll(async () => {
  database = await createDatabase();
  server = await startServer({ database });
  admin = await registerAdmin(server);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

async function restart() {
  await server.stop();
  server = await startServer({ database });
  admin = await logInAdmin(server);
}

const configurationOf = (uid: string) => `/content-manager/content-types/${uid}/configuration`;

const viewOf = async (uid: string) => {
  const { body } = await admin.get(configurationOf(uid)).expect(200);
  return body.data.contentType;
};

/** The request of "Configure the view" when nothing is changed in it. */
async function formOf(uid: string) {
  const { settings, metadatas, layouts } = await viewOf(uid);
  const { id: _id, documentId: _documentId, ...attributes } = metadatas;
  for (const { edit, list } of Object.values<Record<string, { mainField?: { name: string } }>>(attributes)) {
    // The response has `mainField` for list and form, and the request may have it for the form only.
    delete list!.mainField;
    if (edit!.mainField) Object.assign(edit!, { mainField: edit!.mainField.name });
  }
  return { settings, metadatas: attributes, layouts };
}

const allViews = async () => Promise.all(UIDS.map(viewOf));

/**
 * Runs inside of the application: resets a type's view to the one that Strapi generates, as where the plugin was taken
 * out and came back.
 */
async function asGenerated(strapi: Core.Strapi, uid: string): Promise<void> {
  const stored = strapi.db.query('strapi::core-store');
  await stored.delete({ where: { key: `plugin_content_manager_configuration_content_types::${uid}` } });
  await strapi.plugin('content-manager').service('content-types').syncConfigurations();
}

describe('the content manager’s lists and forms', () => {
  it('stay as they are through a restart', async () => {
    const before = await allViews();
    await restart();
    expect(await allViews()).toEqual(before);
  });

  it('are arranged after an upgrade if nobody has changed them', async () => {
    const before = await allViews();
    for (const uid of UIDS) await server.run(asGenerated, uid);
    const generated = await viewOf('plugin::work-tracking.ticket');
    expect(generated.metadatas.syncedAt.list.label).toBe('syncedAt');
    await restart();
    expect(await allViews()).toEqual(before);
  });

  it('stay as a user has arranged them, before and after an upgrade', async () => {
    const [ticket, decision] = ['plugin::work-tracking.ticket', 'plugin::work-tracking.decision'];
    const { metadatas, ...ours } = await formOf(ticket);
    metadatas.title.list.label = 'What';
    await admin.put(configurationOf(ticket), { ...ours, metadatas }).expect(200);

    await server.run(asGenerated, decision);
    const { layouts, ...generated } = await formOf(decision);
    const list = ['slug', 'state', 'title', 'verdict'];
    await admin.put(configurationOf(decision), { ...generated, layouts: { ...layouts, list } }).expect(200);

    await restart();
    expect((await viewOf(ticket)).metadatas.title.list.label).toBe('What');
    expect((await viewOf(decision)).layouts.list).toEqual(list);
    expect((await viewOf(decision)).metadatas.title.list.label).toBe('title');
  });
});
