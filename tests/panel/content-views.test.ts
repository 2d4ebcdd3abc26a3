import de from '../../src/plugins/work-tracking/admin/src/translations/fields.de.json';
import deTypes from '../../src/plugins/work-tracking/admin/src/translations/types.de.json';
import { CONTENT_VIEWS } from '../../src/plugins/work-tracking/server/src/panel/content-views/views';
import { registerAdmin, type Admin } from '../support/admin';
import { builtWith } from '../support/configured';
import { extended } from '../support/extended';
import { sharedServer, startServer, type SharedServer } from '../support/server';

const UIDS = Object.keys(CONTENT_VIEWS);

let server: SharedServer;
let admin: Admin;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());

const configurationOf = (uid: string) => `/content-manager/content-types/${uid}/configuration`;

const viewOf = async (uid: string) => {
  const { body } = await admin.get(configurationOf(uid)).expect(200);
  return body.data.contentType;
};

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
