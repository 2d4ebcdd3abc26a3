import { fileTicket, newProject, v1 } from '../support/api';
import { builtWith } from '../support/configured';
import { createDatabase } from '../support/database';
import { CUSTOMER } from '../support/extended';
import { failToStart, startServer } from '../support/server';

const USER = 'plugin::users-permissions.user';

const customer = (id: string) => ({ type: 'api::customer.customer', id, locale: null });

describe('CONTENT_TYPES', () => {
  it('names the types that work can be about; a record keeps what it refers to already', async () => {
    const database = await createDatabase();
    const files = builtWith({ files: CUSTOMER });
    const before = await startServer({ env: files, database });
    const api = await newProject(before);
    const { id } = await fileTicket(api, { content: [customer('a')] });
    await before.stop();
    const server = await startServer({ env: { ...files, CONTENT_TYPES: USER }, database });
    try {
      // The description names the types that are accepted anew.
      const own = v1({ url: server.url, description: undefined }, api.token);
      const user = { type: USER, id: 'u', locale: null };
      const { body } = await own.patch(`/tickets/${id}`, { content: [user, customer('a')] }).expect(200);
      expect(body.ticket.content).toEqual([user, customer('a')]);
      const refused = await own.patch(`/tickets/${id}`, { content: [customer('b')] }).expect(400);
      expect(refused.body.details).toMatchObject([{ path: 'content.0.type', accepted: [USER] }]);
    } finally {
      await server.destroy();
    }
  });

  it('stops the start where it names another', async () => {
    const { log, code } = await failToStart({ CONTENT_TYPES: 'api::nothing.nothing' });
    expect(code).not.toBe(0);
    expect(log).toContain(
      'CONTENT_TYPES (contentTypes) names what is no content type of this application: api::nothing.nothing.',
    );
  });
});
