import { newAdminToken, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let admin: Admin;
let api: Api;
/** A token of the first administrator, with everything that she may. */
let bearer: string;

const PREFIX = 'plugin-work-tracking';

interface McpAnswer {
  result?: { tools?: { name: string }[]; structuredContent?: object; content?: object[]; isError?: boolean };
  error?: { message: string };
}

/** Asks Strapi's MCP server, which answers JSON or one event of a stream. */
async function mcp(method: string, params: object = {}): Promise<McpAnswer> {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${bearer}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text);
  return JSON.parse(data ? data[1]! : text) as McpAnswer;
}

const call = (name: string, args: object) => mcp('tools/call', { name, arguments: args });

const toolNames = async () => (await mcp('tools/list')).result?.tools?.map(({ name }) => name) ?? [];

beforeAll(async () => {
  server = await startServer({ env: builtWith({ server: { mcp: { enabled: true } } }) });
  admin = await registerAdmin(server);
  api = await newProject(server);
  bearer = await newAdminToken(admin);
});
afterAll(() => server.destroy());

describe("Strapi's MCP server", () => {
  it('changes are audited as those of the administrator whose token it is', async () => {
    const ticket = await fileTicket(api);
    const { error, result } = await call(`update_${PREFIX}_ticket`, {
      documentId: ticket.id,
      data: { title: 'Over MCP', priority: 'P1', state: 'open' },
    });
    expect([error, result?.isError, JSON.stringify(result?.content)]).toEqual([
      undefined,
      undefined,
      expect.stringContaining('Over MCP'),
    ]);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toMatchObject({
      title: 'Over MCP',
      version: 2,
    });
    const actor = await server.run(async (strapi, targetId) => {
      const entry = await strapi.db
        .query('plugin::work-tracking.audit-entry')
        .findOne({ where: { targetId, action: 'ticket.updated' } });
      return { type: entry.actorType, name: entry.actorName, id: entry.actorId };
    }, ticket.id);
    expect(actor).toEqual({ type: 'admin', name: 'Ada Lovelace', id: '1' });
  });

  it('keeps the rules', async () => {
    const ticket = await fileTicket(api);
    const { result } = await call(`update_${PREFIX}_ticket`, {
      documentId: ticket.id,
      data: { title: ticket.title, priority: ticket.priority, state: 'in_review' },
    });
    expect(JSON.stringify(result)).toMatch(/can not move|can't move/);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
  });

  it('has no writing tools for types that the service alone writes', async () => {
    const tools = await toolNames();
    expect(tools).toEqual(expect.arrayContaining([`list_${PREFIX}_ticket`, `create_${PREFIX}_ticket`]));
    for (const type of ['webhook-delivery', 'webhook-attempt', 'webhook-resend', 'audit-entry']) {
      const ofType = tools.filter((name) => name.endsWith(`_${PREFIX}_${type}`));
      expect(ofType.sort()).toEqual([`get_${PREFIX}_${type}`, `list_${PREFIX}_${type}`]);
    }
  });
});
