import type { Core } from '@strapi/types';
import de from '../../src/plugins/work-tracking/admin/src/translations/fields.de.json';
import deTypes from '../../src/plugins/work-tracking/admin/src/translations/types.de.json';
import { CONTENT_VIEWS } from '../../src/plugins/work-tracking/server/src/panel/content-views/views';
import { logInAdmin, registerAdmin, type Admin } from '../support/admin';
import { builtWith } from '../support/configured';
import { createDatabase, type TestDatabase } from '../support/database';
import { extended } from '../support/extended';
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

/** Runs inside of the application: resets a type's view to the one that Strapi generates. */
async function asGenerated(strapi: Core.Strapi, uid: string): Promise<void> {
  const stored = strapi.db.query('strapi::core-store');
  await stored.delete({ where: { key: `plugin_content_manager_configuration_content_types::${uid}` } });
  await stored.delete({ where: { key: `plugin_work-tracking_content_view::${uid}` } });
  await strapi.plugin('content-manager').service('content-types').syncConfigurations();
}

describe('the content manager’s lists and forms', () => {
  it.each(UIDS)('of %s show what its view says', async (uid) => {
    const view = CONTENT_VIEWS[uid]!;
    const { settings, metadatas, layouts } = await viewOf(uid);
    expect(settings).toMatchObject({
      mainField: view.mainField,
      defaultSortBy: view.sort[0],
      defaultSortOrder: view.sort[1],
      filterable: true,
    });
    expect(layouts.list).toEqual(view.list);
    const rows = layouts.edit.map((row: { name: string; size: number }[]) =>
      Object.fromEntries(row.map(({ name, size }) => [name, size])),
    );
    expect(rows).toEqual(view.edit);
    for (const [name, label] of Object.entries(view.labels)) {
      expect(metadatas[name].list.label).toBe(label);
    }
    const shown = Object.keys(metadatas).filter((name) => JSON.stringify(layouts).includes(`"${name}"`));
    for (const name of shown) expect(view.labels).toHaveProperty(name);
  });

  it('have read-only inputs for fields that the service sets', async () => {
    const { metadatas } = await viewOf('plugin::work-tracking.ticket');
    expect(metadatas.version.edit.editable).toBe(false);
    expect(metadatas.state.edit.editable).toBe(false);
    expect(metadatas.title.edit.editable).toBe(true);
    const delivery = await viewOf('plugin::work-tracking.webhook-delivery');
    expect(JSON.stringify(delivery.layouts)).not.toContain('leaseToken');
  });

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

  it('have the fields of a content team before the last row, which is JSON', async () => {
    const env = builtWith({ files: extended('ticket', { severity: { type: 'string' } }) });
    const extendedServer = await startServer({ env });
    try {
      const layout = await extendedServer.run(async (strapi) => {
        const types = strapi.plugin('content-manager').service('content-types');
        const found = await types.findConfiguration({ uid: 'plugin::work-tracking.ticket' });
        return found.layouts.edit as { name: string }[][];
      });
      expect(layout.slice(-2).map((row) => row.map(({ name }) => name))).toEqual([
        ['severity'],
        ['frontmatter'],
      ]);
    } finally {
      await extendedServer.destroy();
    }
  });

  it('have a German name for each attribute', () => {
    const named = Object.entries(CONTENT_VIEWS).flatMap(([uid, { labels }]) =>
      Object.keys(labels).map((name) => `${uid}.${name}`),
    );
    expect(Object.keys(de).sort()).toEqual(named.sort());
    expect(Object.values(de)).not.toContain('');
  });

  it('have a German name for each type', async () => {
    const { body } = await admin.get('/content-manager/content-types').expect(200);
    const types: { uid: string; info: { displayName: string } }[] = body.data;
    const names = types.filter(({ uid }) => UIDS.includes(uid)).map(({ info }) => info.displayName);
    expect(Object.keys(deTypes).sort()).toEqual(names.sort());
    expect(Object.values(deTypes)).not.toContain('');
  });
});
