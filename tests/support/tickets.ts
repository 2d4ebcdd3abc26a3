import type { TestServer } from './server';

/** A ticket to insert into its table. */
export interface NewTicket {
  title: string;
  state?: string;
  priority?: string;
  type?: string | null;
  effort?: string | null;
  body?: string | null;
  /** In milliseconds; also the time of its last change. */
  createdAt?: number;
}

/** Inserts many tickets of a project into their table, without lifecycles. */
export const insertTickets = (
  server: TestServer,
  tenantId: string,
  tickets: readonly NewTicket[],
): Promise<string[]> =>
  server.run(
    async (strapi, { id, given }) => {
      const project = await strapi.db
        .query('plugin::work-tracking.project')
        .findOne({ where: { documentId: id } });
      const counter = { project_id: project.id, name: 'tickets' };
      const counters = () => strapi.db.connection('work_tracking_project_counters');
      const { value = 0 } = (await counters().where(counter).first('value')) ?? {};
      const rows = given.map(({ createdAt = Date.now(), ...ticket }, index) => {
        const at = new Date(createdAt);
        return {
          document_id: crypto.randomUUID(),
          project_id: project.id,
          number: value + 1 + index,
          labels: '[]',
          state: 'open',
          priority: 'P2',
          type: null,
          effort: null,
          body: null,
          frontmatter: '{}',
          version: 1,
          ...ticket,
          synced_at: at,
          created_at: at,
          updated_at: at,
          published_at: at,
        };
      });
      await strapi.db.connection.batchInsert('work_tracking_tickets', rows, 50);
      await counters().where(counter).delete();
      await counters().insert({ ...counter, document_id: crypto.randomUUID(), value: value + rows.length });
      return rows.map((row) => row.document_id);
    },
    { id: tenantId, given: tickets },
  );
