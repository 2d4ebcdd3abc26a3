import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { newColleague, registerAdmin } from '../support/admin';
import { fileDecision, fileTicket, newProject, ticketIn, type Api } from '../support/api';
import { sharedServer, startServer, type SharedServer } from '../support/server';
import { statementsOf } from '../support/statements';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
});
afterAll(() => server.release());

const filed = { tickets: fileTicket, decisions: fileDecision };

/** A change of a record that no rule refuses. */
const changeOf = (path: string) =>
  path.startsWith('/tickets') ? { priority: 'P0' } : { body_markdown: 'Reconsidered.' };

describe.each(['tickets', 'decisions'] as const)('%s (specification 4.8)', (type) => {
  const file = async (): Promise<string> => `/${type}/${(await filed[type](api)).id as string}`;

  it('carry their version as ETag wherever an answer holds one', async () => {
    const path = await file();
    await api.get(path).expect(200).expect('ETag', '"1"');
    await api.patch(path, changeOf(path)).expect(200).expect('ETag', '"2"');
    const created = await filed[type](api);
    const { body, headers } = await api.get(`/${type}`).expect(200);
    expect(body[type][0]).toEqual(created);
    expect(headers.etag).toBeUndefined();
  });

  it.each(['"1"', 'W/"1"', '*', '"7", "1"', ' "7" ,, W/"1"\t', '"a,b","1"', '"", "1"'])(
    'are not sent again with If-None-Match: %s',
    async (tags) => {
      const path = await file();
      const { text } = await api.get(path).set('If-None-Match', tags).expect(304).expect('ETag', '"1"');
      expect(text).toBe('');
    },
  );

  it.each(['"2"', 'W/"2"', '"1,"', '"11"', '""', '"01"'])('are sent with If-None-Match: %s', async (tags) => {
    const path = await file();
    const { body } = await api.get(path).set('If-None-Match', tags).expect(200).expect('ETag', '"1"');
    expect(Object.values(body)[1]).toMatchObject({ version: 1 });
  });

  it.each(['"1"', '*', 'W/"1", "1"', '"4","1"'])(
    'are changed and deleted with If-Match: %s',
    async (tags) => {
      const path = await file();
      await api.patch(path, changeOf(path)).set('If-Match', tags).expect(200).expect('ETag', '"2"');
      const other = await file();
      await api.delete(other).set('If-Match', tags).expect(200);
      await api.get(other).expect(404);
    },
  );

  it.each(['"2"', 'W/"1"', '"0"', '"01"', '""'])('are left as they are with If-Match: %s', async (tags) => {
    const path = await file();
    for (const request of [api.patch(path, changeOf(path)), api.patch(path, {}), api.delete(path)]) {
      const { body, headers } = await request.set('If-Match', tags).expect(412);
      expect(body).toEqual({
        error: 'precondition_failed',
        message: expect.any(String),
        current_version: 1,
      });
      expect(headers.etag).toBeUndefined();
    }
    await api.get(path).expect(200).expect('ETag', '"1"');
  });

  it.each(['', '1', '"1', '"1" "2"', '*, "1"', 'w/"1"', '"1";q=1', '"\t"', '"1 "'])(
    'refuse a header that is no list of tags: %j',
    async (tags) => {
      const path = await file();
      const requests = [
        ['If-None-Match', api.get(path)],
        ['If-Match', api.patch(path, changeOf(path))],
        ['If-Match', api.delete(path)],
      ] as const;
      for (const [header, request] of requests) {
        const { body } = await request.set(header, tags).expect(400);
        expect(body.error).toBe('validation_failed');
        expect(body.details).toEqual([expect.objectContaining({ path: header })]);
      }
      await api.get(path).expect(200).expect('ETag', '"1"');
    },
  );

  it('of another project are absent, whatever the tags', async () => {
    const path = await file();
    const other = await newProject(server);
    await other.get(path).set('If-None-Match', '*').expect(404);
    await other.patch(path, changeOf(path)).set('If-Match', '"9"').expect(404);
    await other.delete(path).set('If-Match', '"9"').expect(404);
  });

  it('are judged after the shape of the body', async () => {
    const path = await file();
    await api.patch(path, { nothing: 1 }).set('If-Match', '"9"').expect(400);
  });

  it('take one of 50 changes at once that name the same version', async () => {
    const path = await file();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        api.patch(path, { title: `Title ${number}` }).set('If-Match', '"1"'),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(49);
    await api.get(path).expect(200).expect('ETag', '"2"');
  });
});

describe('tickets', () => {
  it('answer 412 before a rule, 400 before 412', async () => {
    const { id } = await ticketIn(api, 'done');
    await api.patch(`/tickets/${id}`, { status: 'in_review' }).set('If-Match', '"99"').expect(412);
    await api.patch(`/tickets/${id}`, { status: 'nowhere' }).set('If-Match', '"99"').expect(400);
    await api.patch(`/tickets/${id}`, { status: 'in_review' }).set('If-Match', '*').expect(409);
  });

  it('answer 404 and 412 before it is looked up who is to have them', async () => {
    const { id } = await fileTicket(api);
    const change = { assignee: '123456789' };
    await api.patch(`/tickets/${id}`, change).set('If-Match', '"2"').expect(412);
    await api.patch('/tickets/absent', change).expect(404);
    await api.patch(`/tickets/${id}`, change).set('If-Match', '"1"').expect(400);
  });

  it('are found by their ref as well', async () => {
    const { ref } = await fileTicket(api);
    await api.get(`/tickets/${ref}`).set('If-None-Match', '"1"').expect(304);
    await api.patch(`/tickets/${ref}`, { priority: 'P3' }).set('If-Match', '"2"').expect(412);
  });
});

describe('a decision', () => {
  it('is resolved with its version', async () => {
    const { id } = await fileDecision(api);
    const resolve = (body: object) => api.post(`/decisions/${id}/resolve`, body);
    await resolve({ status: 'approved' }).set('If-Match', '"2"').expect(412);
    await resolve({}).set('If-Match', '"2"').expect(400);
    await resolve({ status: 'approved', option_id: 'none' }).set('If-Match', '"2"').expect(412);
    await resolve({ status: 'approved' }).set('If-Match', '"1"').expect(200).expect('ETag', '"2"');
    await resolve({}).set('If-Match', '"1"').expect(412);
    await resolve({}).set('If-Match', '"2"').expect(409);
    await resolve({}).expect(409);
  });
});

describe('what is derived when a record is read', () => {
  const renameProject = async (key: string) => {
    await server.run(
      async (strapi, keys) => {
        const where = { key: keys.from };
        const project = await strapi.db.query('plugin::work-tracking.project').findOne({ where });
        const { documentId } = project;
        const data: object = { key: keys.to };
        await strapi.documents('plugin::work-tracking.project').update({ documentId, data });
      },
      { from: api.projectKey, to: key },
    );
    api = { ...api, projectKey: key };
  };

  it.each(['tickets', 'decisions'] as const)(
    'the tag of %s stands for it: another one, while the version stays what a change is meant for',
    async (type) => {
      const path = `/${type}/${(await filed[type](api)).id as string}`;
      const before = await api.get(path).expect(200).expect('ETag', '"1"');
      await renameProject(`R${Date.now()}`);
      const after = await api.get(path).set('If-None-Match', '"1"').expect(200);
      const tag = after.headers.etag!;
      expect(tag).toMatch(/^"1-\d+"$/);
      expect(after.text).not.toBe(before.text);
      expect(after.text).toContain(`"project_key":"${api.projectKey}"`);
      await api.get(path).set('If-None-Match', tag).expect(304).expect('ETag', tag);
      await api.patch(path, changeOf(path)).set('If-Match', `W/${tag}`).expect(412);
      await api.patch(path, {}).set('If-Match', '"1"').expect(200).expect('ETag', tag);
      await api.patch(path, changeOf(path)).set('If-Match', tag).expect(200).expect('ETag', '"2"');
      await api.get(path).set('If-None-Match', tag).expect(200).expect('ETag', '"2"');
      await api.patch(path, {}).set('If-Match', tag).expect(412);
    },
  );

  it("an assignee's name is in the tag of a ticket, too", async () => {
    const admin = await registerAdmin(server);
    const { email } = await newColleague(server, admin, [{ action: actionId('ticket.move') }]);
    const rename = (data: object) =>
      server.run(
        async (strapi, given) => {
          const where = { email: given.email };
          const { id } = await strapi.db.query('admin::user').findOne({ where });
          await strapi.service('admin::user').updateById(id, given.data);
          return String(id);
        },
        { email, data },
      );
    const assignee = await rename({ firstname: 'Grace' });
    const ticket = await fileTicket(api, { assignee });
    const path = `/tickets/${ticket.id}`;
    await api.get(path).set('If-None-Match', '"1"').expect(304);
    await rename({ firstname: 'Amazing' });
    const { body, headers } = await api.get(path).set('If-None-Match', '"1"').expect(200);
    expect(body.ticket).toMatchObject({ version: 1, assignee: { name: 'Amazing Hopper' } });
    await api.get(path).set('If-None-Match', headers.etag!).expect(304);
    await rename({ firstname: 'Grace' });
    await api.get(path).set('If-None-Match', headers.etag!).expect(200);
  });
});

describe('a ticket whose version is known', () => {
  it('is read no further than that', async () => {
    // Counting statements stops the deliveries.
    const own = await startServer();
    const mine = await newProject(own);
    const { id } = await fileTicket(mine);
    const statements = await statementsOf(own, {
      method: 'GET',
      path: `/tickets/${id}`,
      token: mine.token,
      headers: { 'If-None-Match': '"1"' },
    });
    for (const column of ['title', 'frontmatter', 'body'])
      expect(statements.at(-1)?.sql).not.toContain(column);
    expect(statements.at(-1)?.sql).toContain('version');
    await own.destroy();
  });
});

describe('REQUIRE_IF_MATCH', () => {
  it('refuses changes that name no version', async () => {
    const strict = await startServer({ env: { REQUIRE_IF_MATCH: 'true' } });
    const own = await newProject(strict);
    const ticket = await fileTicket(own);
    const decision = await fileDecision(own);
    const requests = [
      own.patch(`/tickets/${ticket.id}`, { priority: 'P0' }),
      own.delete(`/tickets/${ticket.id}`),
      own.patch(`/decisions/${decision.id}`, { title: 'Other' }),
      own.post(`/decisions/${decision.id}/resolve`, { status: 'approved' }),
      own.delete(`/decisions/${decision.id}`),
    ];
    for (const request of requests) {
      const { body } = await request.expect(428);
      expect(body.error).toBe('precondition_required');
    }
    await own.patch(`/tickets/${ticket.id}`, { priority: 'P0' }).set('If-Match', '"1"').expect(200);
    await own.delete(`/tickets/${ticket.id}`).set('If-Match', '*').expect(200);
    await own
      .post(`/decisions/${decision.id}/resolve`, { status: 'approved' })
      .set('If-Match', '"1"')
      .expect(200);
    await own.delete(`/decisions/${decision.id}`).set('If-Match', '"2"').expect(200);
    await strict.destroy();
  });
});
