import { fileTicket, newProject } from '../support/api';
import { withPluginConfig } from '../support/configured';
import { failToStart, startServer } from '../support/server';

describe('a map of moves of its own (specification 3.1)', () => {
  it('takes the place of the built-in one', async () => {
    const moves = { open: ['done'], done: [] };
    const server = await startServer({ env: withPluginConfig({ moves }) });
    try {
      const api = await newProject(server);
      const ticket = await fileTicket(api);
      const refused = await api.patch(`/tickets/${ticket.id}`, { status: 'in_progress' }).expect(409);
      expect(refused.body).toMatchObject({ error: 'invalid_transition', from: 'open', to: 'in_progress' });
      await api.patch(`/tickets/${ticket.id}`, { status: 'done' }).expect(200);
      await api.patch(`/tickets/${ticket.id}`, { status: 'open' }).expect(409);
    } finally {
      await server.destroy();
    }
  });

  it.each([
    [{ open: ['testing'] }, 'The map of ticket moves (moves) is wrong: "testing" is no ticket status'],
    [{ open: ['done'], done: [], blocked: ['done'] }, `"blocked" can't be reached from "open" by any moves.`],
  ])('%j stops the boot with a sentence', async (moves, sentence) => {
    const { log, code } = await failToStart(withPluginConfig({ moves }));
    expect(code).not.toBe(0);
    expect(log).toContain(sentence);
  });
});
