import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { registerAdmin } from '../support/admin';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { BIN, runCommand, runProgram, startCommand } from '../support/command-line';
import { sharedServer, type SharedServer } from '../support/server';
import { insertTickets } from '../support/tickets';

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());

const BASE = Date.UTC(2026, 0, 1);

/** More than two pages, ten to a millisecond; each page far larger than what a pipe holds. */
const many = Array.from({ length: 250 }, (_, index) => ({
  title: `Ticket ${index}`,
  body: 'x'.repeat(20_000),
  createdAt: BASE + Math.floor(index / 10),
}));

const exporting = (api: Api) => ['export', '--project', api.projectKey];

interface Line {
  type: string;
  record: { id: string };
}

const linesOf = (output: string): Line[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Every ticket as v1 lists them. */
async function ticketsOf(api: Api) {
  const tickets: object[] = [];
  let cursor = '';
  for (;;) {
    const { body } = await api.get(`/tickets?limit=100${cursor}`).expect(200);
    tickets.push(...body.tickets);
    if (body.next_cursor === null) return tickets;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

describe('export', () => {
  it("writes v1's records, one a line: tickets, then decisions, each newest first", async () => {
    const api = await newProject(server);
    const other = await newProject(server);
    await insertTickets(server, api.tenantId, many);
    await fileTicket(api, { title: 'Grüße 👋\u2028', frontmatter: { lines: 'one\ntwo' } });
    await fileTicket(other);
    await fileDecision(api);
    const { id } = await fileDecision(api);
    await api.post(`/decisions/${id}/resolve`, { status: 'approved', note: 'Fine.' }).expect(200);

    const { code, stdout, stderr } = await runCommand(exporting(api), { server });
    expect([code, stderr]).toEqual([0, '']);
    const { body } = await api.get('/decisions').expect(200);
    expect(linesOf(stdout)).toEqual([
      ...(await ticketsOf(api)).map((record) => ({ type: 'ticket', record })),
      ...body.decisions.map((record: object) => ({ type: 'decision', record })),
    ]);
    expect(linesOf(stdout)).toHaveLength(253);
  });

  it('writes who a ticket belongs to, its labels and when it is due, and the comments after what they are on', async () => {
    await registerAdmin(server);
    const api = await newProject(server);
    const [{ id: assignee }] = (await api.get('/people').expect(200)).body.people;
    const ticket = await fileTicket(api, {
      title: 'Of somebody',
      assignee,
      labels: ['ui', 'old'],
      due_at: '2026-12-24T12:00:00.000Z',
    });
    const decision = await fileDecision(api);
    const comment = async (path: string, body: string) =>
      (await api.post(`${path}/comments`, { body }).expect(201)).body.comment as object;
    const first = await comment(`/tickets/${ticket.id}`, 'First 👋');
    const second = await comment(`/tickets/${ticket.id}`, 'Second');
    const third = await comment(`/decisions/${decision.id}`, 'Third');
    await fileTicket(api, { title: 'Newer, without a comment' });

    const { stdout } = await runCommand([...exporting(api), '--json'], { server });
    const lines = linesOf(stdout);
    expect(lines.map(({ type }) => type)).toEqual([
      'ticket',
      'ticket',
      'comment',
      'comment',
      'decision',
      'comment',
    ]);
    expect(lines[1]!.record).toEqual(ticket);
    expect(lines[1]!.record).toMatchObject({ assignee: { id: assignee }, labels: ['ui', 'old'] });
    expect([2, 3, 5].map((index) => lines[index]!.record)).toEqual([first, second, third]);
  });

  it('of an empty project writes nothing', async () => {
    const api = await newProject(server);
    expect(await runCommand(exporting(api), { server })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('of an unknown project fails with a sentence', async () => {
    expect(await runCommand(['export', '--project', 'NOPE'], { server })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: There is no project NOPE.\n',
    });
  });

  it('ends with 0 and without a message when its reader closes the pipe', async () => {
    const api = await newProject(server);
    await insertTickets(server, api.tenantId, many);
    const pipe = 'set -o pipefail; "$@" | head -n 1';
    const { code, stdout, stderr } = await runProgram(
      'bash',
      ['-c', pipe, 'bash', process.execPath, BIN, ...exporting(api)],
      { server },
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(linesOf(stdout)).toEqual([{ type: 'ticket', record: (await ticketsOf(api))[0] }]);
  });

  it('reads no further ahead than its reader: what is deleted or created meanwhile is not in it', async () => {
    const api = await newProject(server);
    const [oldest, ...rest] = await insertTickets(server, api.tenantId, many);
    const child = startCommand(exporting(api), server);
    const exit = once(child, 'exit');
    await once(child.stdout!, 'readable');
    await api.delete(`/tickets/${oldest}`).expect(200);
    await fileTicket(api, { title: 'Made meanwhile' });
    const ids = linesOf(await text(child.stdout!)).map(({ record }) => record.id);
    expect(await exit).toEqual([0, null]);
    expect(ids.sort()).toEqual(rest.sort());
  });
});
