import { registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, ticketIn, tokenFor, type Api } from '../support/api';
import { withPluginConfig } from '../support/configured';
import { startServer, type TestServer } from '../support/server';

/** Without `blocked`: as a status that a team has added and not named yet. */
const MOVES = {
  open: ['in_progress'],
  in_progress: ['in_review'],
  in_review: ['done'],
  done: ['cancelled'],
  cancelled: ['open'],
};

/** Of one project alone. */
const FAST_MOVES = { open: ['done'], done: [] };

let server: TestServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  const config = { moves: MOVES, projectMoves: { FAST: FAST_MOVES } };
  server = await startServer({ env: withPluginConfig(config) });
  admin = await registerAdmin(server);
  api = await newProject(server);
});
afterAll(() => server.destroy());

it('the board follows the configured moves; a status that they do not name has a column that nothing enters', async () => {
  const { body } = await admin.get('/work-tracking/board').expect(200);
  const columns: { status: string; moves: string[] }[] = body.data.columns;
  const named = Object.fromEntries(columns.map(({ status, moves }) => [status, moves]));
  expect(named).toEqual({ ...MOVES, blocked: [] });
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

it("a project's own map takes the place of the common one, on the board and in the form", async () => {
  const { id } = await fileTicket(await tokenFor(server, 'FAST'));
  const { body: board } = await admin.get('/work-tracking/board').expect(200);
  expect(board.data.projectMoves).toEqual({ FAST: FAST_MOVES });
  const { body: form } = await admin.get(`/work-tracking/tickets/${id}/moves`).expect(200);
  expect(form.data).toEqual(FAST_MOVES);
  await admin.post(`/work-tracking/board/tickets/${id}/move`, { status: 'in_progress' }).expect(400);
  await admin.post(`/work-tracking/board/tickets/${id}/move`, { status: 'done' }).expect(200);
});
