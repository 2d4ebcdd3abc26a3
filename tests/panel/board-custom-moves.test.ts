import { registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, ticketIn, tokenFor, type Api } from '../support/api';
import { withPluginConfig } from '../support/configured';
import { startServer, type OwnServer } from '../support/server';

/** `blocked` is left out: it stands for a status that a content team added and the map of moves does not name. */
const MOVES = {
  open: ['in_progress'],
  in_progress: ['in_review'],
  in_review: ['done'],
  done: ['cancelled'],
  cancelled: ['open'],
};

/** For one project only. */
const FAST_MOVES = { open: ['done'], done: [] };

let server: OwnServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  const config = { moves: MOVES, projectMoves: { FAST: FAST_MOVES } };
  server = await startServer({ env: withPluginConfig(config) });
  admin = await registerAdmin(server);
  api = await newProject(server);
});
afterAll(() => server.destroy());

it('the board follows the configured moves; a status that they do not name has a column that no ticket can move to', async () => {
  const { body } = await admin.get('/work-tracking/board').expect(200);
  const columns: { status: string; moves: string[] }[] = body.data.columns;
  const named = Object.fromEntries(columns.map(({ status, moves }) => [status, moves]));
  expect(named).toEqual({ ...MOVES, blocked: ['open'] });
  expect(columns.flatMap(({ moves }) => moves)).not.toContain('blocked');

  const ticket = await fileTicket(api);
  const { body: refused } = await admin
    .post(`/work-tracking/board/tickets/${ticket.id}/move`, { status: 'blocked' })
    .expect(400);
  expect(refused.error.message).toBe(
    "A ticket can't move from open to blocked; from open it can move to: in_progress.",
  );
  const inProgress = await ticketIn(api, 'in_progress');
  await admin.post(`/work-tracking/board/tickets/${inProgress.id}/move`, { status: 'in_review' }).expect(200);
});

it("a project's own map of moves replaces the common one, on the board and in the form", async () => {
  const { id } = await fileTicket(await tokenFor(server, 'FAST'));
  const { body: board } = await admin.get('/work-tracking/board').expect(200);
  expect(board.data.projectMoves).toEqual({ FAST: FAST_MOVES });
  const { body: form } = await admin.get(`/work-tracking/tickets/${id}/moves`).expect(200);
  expect(form.data).toEqual(FAST_MOVES);
  await admin.post(`/work-tracking/board/tickets/${id}/move`, { status: 'in_progress' }).expect(400);
  await admin.post(`/work-tracking/board/tickets/${id}/move`, { status: 'done' }).expect(200);
});
