import { fileDecision, fileTicket, newProject, subscribe, tokenFor, v1 } from '../support/api';
import { leaveAsTheLastRelease } from '../support/last-release';
import { startServer } from '../support/server';
import { strapiToken } from '../support/tokens';
import { newUser } from '../support/users';

describe('a database of the last release', () => {
  it('comes up with everything that its tokens and roles could do', async () => {
    const old = await startServer();
    const api = await newProject(old);
    const reader = await tokenFor(old, api.projectKey, { access: 'read-only' });
    const custom = await strapiToken(old, api.projectKey, {
      type: 'custom',
      permissions: ['plugin::work-tracking.v1-ticket.create', 'plugin::users-permissions.user.find'],
    });
    const user = await newUser(old, api.projectKey, [
      'plugin::work-tracking.v1-ticket.find',
      'plugin::users-permissions.user.me',
    ]);
    await old.run(leaveAsTheLastRelease);
    await old.stop();

    const server = await startServer({ database: old.database });
    try {
      const may = async (bearer: string, ...paths: string[]) =>
        Promise.all(
          paths.map(async (path) => {
            const client = v1(server, bearer);
            const [method, address = ''] = path.split(' ');
            const { status } = await (method === 'GET'
              ? client.get(address)
              : client.post(address, { title: 'After the upgrade' }));
            return status;
          }),
        );
      const paths = ['GET /tickets', 'POST /tickets', 'GET /webhooks/deliveries', 'GET /me'];
      expect(await may(api.token, ...paths)).toEqual([200, 201, 200, 200]);
      expect(await may(reader.token, ...paths)).toEqual([200, 403, 200, 200]);
      expect(await may(custom.accessKey, ...paths)).toEqual([403, 201, 403, 200]);
      expect(await may(user.jwt, ...paths)).toEqual([200, 403, 403, 403]);

      const { body: me } = await v1(server, api.token).get('/me');
      expect(me.token.scopes).toContain('webhook-subscription.resend');
      const elsewhere = (bearer: string, path: string) =>
        fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${bearer}` } });
      expect((await elsewhere(custom.accessKey, '/api/users')).status).toBe(200);
      expect((await elsewhere(user.jwt, '/api/users/me')).status).toBe(200);

      const held = await server.run((strapi) =>
        strapi.db
          .connection('strapi_api_token_permissions')
          .select('action')
          .where('action', 'like', 'plugin::work-tracking.%'),
      );
      const issuedHere = await server.run(async (strapi) => {
        const tokens = await strapi.db.query('admin::api-token').findMany({ orderBy: { id: 'asc' } });
        return tokens.filter((token) => token.workTrackingIssued).map(({ name }) => name);
      });
      expect(issuedHere).toEqual([`${api.projectKey} 1`, `${api.projectKey} 2`]);
      expect(held.filter(({ action }) => !action.startsWith('plugin::work-tracking.v1-'))).toEqual([]);
    } finally {
      await server.destroy();
    }
  });

  it('comes up without the texts of comments in its trail', async () => {
    const old = await startServer();
    const api = await newProject(old);
    const { id } = await fileTicket(api);
    const { comment } = (await api.post(`/tickets/${id}/comments`, { body: 'Said' }).expect(201)).body;
    await api.patch(`/comments/${comment.id}`, { body: 'Said otherwise' }).expect(200);
    await api.patch(`/tickets/${id}`, { title: 'Titled otherwise' }).expect(200);
    await old.run(async (strapi) => {
      const { connection } = strapi.db;
      await connection('work_tracking_audit_entries')
        .where({ action: 'comment.updated' })
        .update({ changes: JSON.stringify({ body: { from: 'Said', to: 'Said otherwise' } }) });
      await connection('strapi_migrations_internal')
        .where({ name: 'work-tracking-06-texts-of-comments' })
        .delete();
    });
    await old.stop();

    const server = await startServer({ database: old.database });
    const { body } = await v1(server, api.token).get(`/changes?target_id=${id}`).expect(200);
    const changed = body.changes.filter(({ action }: { action: string }) => action.endsWith('.updated'));
    expect(changed).toMatchObject([
      { action: 'comment.updated', changes: null },
      { action: 'ticket.updated', changes: { title: { to: 'Titled otherwise' } } },
    ]);
    await server.destroy();
  });

  it('comes up with one record for each public id, of records that share one, too', async () => {
    const old = await startServer();
    const api = await newProject(old);
    const [first, second, third] = [await fileTicket(api), await fileTicket(api), await fileTicket(api)];
    const { id } = await subscribe(api, 'https://example.org/hook');
    await subscribe(api, 'https://example.org/other');
    await fileDecision(api);
    await fileDecision(api, { slug: 'the-other' });
    await old.run(leaveAsTheLastRelease);
    await old.run(
      async (strapi, ids) => {
        const tickets = () => strapi.db.connection('work_tracking_tickets');
        await tickets().where({ document_id: ids.second }).update({ document_id: ids.first });
        await tickets().where({ document_id: ids.third }).update({ document_id: '' });
        const decisions = () => strapi.db.connection('work_tracking_decisions');
        await decisions().update({ document_id: 'same-id' });
        await decisions().where({ slug: 'the-other' }).update({ document_id: 'SAME-ID' });
        await strapi.db.connection('work_tracking_webhook_subscriptions').update({ document_id: ids.id });
      },
      { first: first.id, second: second.id, third: third.id, id },
    );
    await old.stop();

    const server = await startServer({ database: old.database });
    const now = { ...api, ...v1(server, api.token) };
    const idsOf = async (path: string, name: string) =>
      ((await now.get(path).expect(200)).body[name] as { id: string }[]).map((record) => record.id);
    const tickets = await idsOf('/tickets', 'tickets');
    expect([new Set(tickets).size, tickets.at(-1), tickets.includes('')]).toEqual([3, first.id, false]);
    for (const one of tickets) await now.get(`/tickets/${one}`).expect(200);
    const subscriptions = await idsOf('/webhooks/subscriptions', 'subscriptions');
    expect([new Set(subscriptions).size, subscriptions.at(-1)]).toEqual([2, id]);
    expect(new Set(await idsOf('/decisions', 'decisions')).size).toBe(2);
    const client = await server.run((strapi) => Promise.resolve(strapi.db.dialect.client));
    // MySQL and MariaDB take the decisions' ids for the same.
    expect(server.log().match(/had the public id/g)).toHaveLength(client === 'mysql' ? 4 : 3);
    const sharing = server.run(
      (strapi, shared) => strapi.db.connection('work_tracking_tickets').update({ document_id: shared }),
      first.id,
    );
    await expect(sharing).rejects.toThrow(/unique|duplicate/i);
    await server.destroy();
  });
});
