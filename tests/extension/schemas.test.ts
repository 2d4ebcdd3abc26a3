import { fileTicket, newProject, tokenFor } from '../support/api';
import { builtWith } from '../support/configured';
import { createDatabase } from '../support/database';
import { extended, extensionOf } from '../support/extended';
import { failToStart, startServer, type TestServer } from '../support/server';

interface File {
  attributes: Record<string, Record<string, unknown>>;
  options: object;
  indexes: object[];
}

/** Writes the builder's file of the ticket type, changed by hand. */
function ticketWith(change: (file: File) => void) {
  const files = structuredClone(extended('ticket', {})) as unknown as Record<string, File>;
  change(files[extensionOf('ticket')]!);
  return builtWith({ files });
}

const FILE = 'src/extensions/work-tracking/content-types/ticket/schema.json must be mended: ';

const RESERVED = ['status', 'project_key', 'description', 'limit', 'changes'];

describe('what the service depends on', () => {
  it.each<[string, (file: File) => void, string[]]>([
    [
      'retyped, led elsewhere, without its first state, with drafts, and beside names of the API',
      (file) => {
        file.options = { draftAndPublish: true };
        file.attributes.frontmatter = { type: 'text' };
        file.attributes.project!.target = 'plugin::work-tracking.decision';
        file.attributes.state!.enum = ['in_progress', 'done'];
        for (const name of RESERVED) file.attributes[name] = { type: 'string' };
      },
      [
        'draft and publish must be off: every record counts.',
        'the service depends on "project": it must be a manyToOne relation to plugin::work-tracking.project.',
        'the service depends on "frontmatter": it must be of type json, not text.',
        '"state" must keep the value open, which every new ticket has.',
        ...RESERVED.map(
          (name) => `"${name}" is a name that the API uses itself; call the attribute something else.`,
        ),
      ],
    ],
    [
      'with another first state',
      ({ attributes }) => (attributes.state!.default = 'done'),
      ['the default of "state" must be open, which every new ticket has.'],
    ],
    [
      'beside fields of its own that have the names and types of attributes which came later',
      ({ attributes }) => {
        attributes.number = { type: 'integer' };
        attributes.assignee = { type: 'relation', relation: 'oneToOne', target: 'admin::user' };
        attributes.labels = { type: 'json' };
        attributes.due_at = { type: 'datetime' };
        attributes.dueAt = { type: 'datetime' };
        attributes.content = { type: 'json' };
      },
      ['number', 'assignee', 'labels', 'dueAt', 'content', 'due_at'].map(
        (name) => `"${name}" is a name that the API uses itself; call the attribute something else.`,
      ),
    ],
  ])('%s, stops the boot with the name of the file and a sentence each', async (_what, change, sentences) => {
    const { log, code } = await failToStart(ticketWith(change));
    expect(code).not.toBe(0);
    expect(log).toContain(`${FILE}${sentences.join(' ')}\n`);
  });

  it('is put back when it is missing: deleted, or newer than the file', async () => {
    const database = await createDatabase({ empty: true });
    const older = ticketWith((file) => {
      for (const name of [
        'version',
        'syncedAt',
        'priority',
        'effort',
        'number',
        'labels',
        'assignee',
        'dueAt',
        'content',
      ])
        delete file.attributes[name];
      file.attributes.customer_tier = { type: 'string' };
      file.indexes = [];
    });
    const server = await startServer({ env: older, database });
    try {
      const api = await newProject(server);
      const ticket = await fileTicket(api, { customer_tier: 'gold', effort: 'S' });
      expect(ticket).toMatchObject({ customer_tier: 'gold', effort: 'S', priority: 'P2', version: 1 });
      const indexes = await server.run((strapi) => {
        const { indexes: kept } = strapi.db.metadata.get('plugin::work-tracking.ticket') as never as {
          indexes: { name: string }[];
        };
        return kept.map(({ name }) => name);
      });
      expect(indexes).toContain('wt_tickets_project_id_created_at_id_index');
    } finally {
      await server.destroy();
    }
  });
});

describe('a state and a priority that a team has added', () => {
  const states = (...added: string[]) =>
    ticketWith(({ attributes }) => {
      (attributes.state!.enum as string[]).push(...added);
      (attributes.priority!.enum as string[]).push('P4');
    });

  async function inServer(env: Record<string, string>, work: (server: TestServer) => Promise<void>) {
    const server = await startServer({ env });
    try {
      await work(server);
    } finally {
      await server.destroy();
    }
  }

  it('can be shown; the state not entered, of which the log tells', async () => {
    await inServer(states('qa'), async (server) => {
      expect(server.log()).toContain('No ticket can be moved to the status "qa": no map of moves names it.');
      const api = await newProject(server);
      const ticket = await fileTicket(api, { priority: 'P4' });
      expect(ticket.priority).toBe('P4');
      const { body } = await api.patch(`/tickets/${ticket.id}`, { status: 'qa' }).expect(409);
      expect(body).toMatchObject({ error: 'invalid_transition', from: 'open', to: 'qa' });
      await api.get('/tickets?status=qa&priority=P4').expect(200);
      const unknown = await api.patch(`/tickets/${ticket.id}`, { status: 'nowhere' }).expect(400);
      expect(unknown.body.valid_statuses).toContain('qa');
    });
  });

  it('is entered as the map of moves says, one for each project that has its own', async () => {
    const files = extended('ticket', {}) as Record<string, File>;
    const file = structuredClone(files[extensionOf('ticket')]!);
    (file.attributes.state!.enum as string[]).push('qa');
    const moves = { open: ['in_progress'], in_progress: ['qa'], qa: ['done'], done: [] };
    const projectMoves = { FAST: { open: ['done'], done: [] } };
    const env = builtWith({ files: { [extensionOf('ticket')]: file }, config: { moves, projectMoves } });
    await inServer(env, async (server) => {
      expect(server.log()).not.toContain('moved to the status "qa"');
      const api = await newProject(server);
      const ticket = await fileTicket(api);
      for (const status of ['in_progress', 'qa', 'done']) {
        await api.patch(`/tickets/${ticket.id}`, { status }).expect(200);
      }
      const fast = await tokenFor(server, 'FAST');
      const { id } = await fileTicket(fast);
      await fast.patch(`/tickets/${id}`, { status: 'in_progress' }).expect(409);
      await fast.patch(`/tickets/${id}`, { status: 'done' }).expect(200);
    });
  });

  it('a map of a project with an unknown status, or that is none, stops the boot', async () => {
    const broken = builtWith({ config: { projectMoves: { FAST: { open: ['qa'] } } } });
    expect((await failToStart(broken)).log).toContain(
      'The map of ticket moves (projectMoves.FAST) is wrong: "qa" is no ticket status',
    );
    const misspelt = builtWith({ config: { projectMoves: { FAST: 'open' } } });
    expect((await failToStart(misspelt)).log).toContain(
      'projectMoves.FAST must be an object that gives each ticket status a list of statuses.',
    );
  });
});
