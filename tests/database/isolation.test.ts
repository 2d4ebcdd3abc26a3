import range from 'lodash/range';
import { collection, registerAdmin } from '../support/admin';
import { fileTicket, newProject } from '../support/api';
import { startServer } from '../support/server';

/** For PostgreSQL; it is the default of MySQL, and SQLite has one writer at a time. */
const DEFAULT = { PGOPTIONS: '-c default_transaction_isolation=repeatable\\ read' };

it('makes changes that come at once one after the other, whatever the default of the database', async () => {
  const server = await startServer({ env: DEFAULT });
  const [api, admin] = [await newProject(server), await registerAdmin(server)];
  const { id } = await fileTicket(api);
  for (const round of range(6)) {
    const inApi = range(4).map((index) => api.patch(`/tickets/${id}`, { title: `Round ${round}, ${index}` }));
    const inPanel = range(4).map((index) =>
      admin.put(`${collection('ticket')}/${id}`, { title: `Round ${round}, ${index}, in the panel` }),
    );
    const answers = await Promise.all([...inApi, ...inPanel]);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  }
  const { body } = await api.get(`/tickets/${id}`).expect(200);
  expect(body.ticket.version).toBe(1 + 48);
  await server.destroy();
});
