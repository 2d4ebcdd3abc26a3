import type { Core } from '@strapi/types';
import { untilAllResumed } from '../support/jobs';
import type { TestServer } from '../support/server';
import {
  canonical,
  same,
  shown,
  type AuditEntry,
  type ProjectName,
  type Stored,
  type Type,
  type Values,
  type Waiting,
  type World,
} from './model/world';

type Row = Values & { document_id: string; project_id: number };

/** The rows of both projects as the database holds them, JSON read. */
export interface Rows {
  ticket: Row[];
  decision: Row[];
  subscription: Row[];
  audit: Row[];
  event: Row[];
  delivery: Row[];
  resend: Row[];
  label: Row[];
  reference: Row[];
  comment: Row[];
  counter: Row[];
  /** Public id by row id. */
  projects: Record<number, string>;
}

/** Everything that there is. */
export async function readRows(server: TestServer): Promise<Rows> {
  await untilAllResumed(server);
  return server.run(async (strapi) => {
    const rowsOf = async (type: string) => {
      const { tableName } = strapi.db.metadata.get(`plugin::work-tracking.${type}`);
      const rows = await strapi.db.getConnection(tableName).select('*').orderBy('id');
      const isJson = (value: unknown) => typeof value === 'string' && /^[[{]/.test(value);
      return rows.map((row: object) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, isJson(value) ? JSON.parse(value) : value]),
        ),
      );
    };
    const projects = await rowsOf('project');
    return {
      ticket: await rowsOf('ticket'),
      decision: await rowsOf('decision'),
      subscription: await rowsOf('webhook-subscription'),
      audit: await rowsOf('audit-entry'),
      event: await rowsOf('webhook-event'),
      delivery: await rowsOf('webhook-delivery'),
      resend: await rowsOf('webhook-resend'),
      label: await rowsOf('ticket-label'),
      reference: await rowsOf('content-reference'),
      comment: await rowsOf('comment'),
      counter: await rowsOf('project-counter'),
      projects: Object.fromEntries(projects.map((row: Values) => [row.id, row.document_id])),
    } as never;
  });
}

/** Takes away everything but the projects: a series begins with nothing. */
export const forgetRecords = (server: TestServer): Promise<void> =>
  server.run(async (strapi: Core.Strapi) => {
    const types = ['webhook-attempt', 'webhook-delivery', 'webhook-event', 'webhook-resend', 'audit-entry'];
    for (const type of [
      ...types,
      'idempotency-key',
      'ticket-label',
      'content-reference',
      'signature',
      'comment',
      'ticket',
      'decision',
      'webhook-subscription',
    ]) {
      const { tableName } = strapi.db.metadata.get(`plugin::work-tracking.${type}`);
      await strapi.db.getConnection(tableName).delete();
    }
  });

/** The times and the rest of what isn't modelled: of two tickets at once either may get the next number. */
const UNMODELLED = ['id', 'venture_key', 'number', 'ref', 'synced_at', 'created_at', 'updated_at'];

/** A value of a record, where the rows by which the record is found by it say the same. */
const agreed = (value: unknown, found: unknown): unknown => (same(value, found) ? value : { value, found });

const referencesOf = (rows: Rows, type: Type, { id }: Row): object[] =>
  rows.reference
    .filter((row) => row[`${type}_id`] === id)
    .map(({ entry_type, entry_id, entry_locale }) => ({
      type: entry_type,
      id: entry_id,
      locale: entry_locale,
    }));

/** Reads rows and answers by the model's names, so that they can be compared. */
export class Reader {
  /** From public id to handle. */
  readonly handles = new Map<string, string>();

  constructor(private readonly tenants: Record<ProjectName, string>) {}

  handleOf(id: unknown): string {
    return this.handles.get(String(id)) ?? `unknown ${String(id)}`;
  }

  project(rows: Rows, row: Row): ProjectName {
    return rows.projects[row.project_id] === this.tenants.A ? 'A' : 'B';
  }

  /** The whole of it, each part in an order of its own, to compare it with that of the model. */
  holdings(rows: Rows): Values {
    const records = (['ticket', 'decision', 'subscription'] as const).flatMap((type) =>
      rows[type].map((row) => this.stored(rows, type, row)),
    );
    const audit = rows.audit.map((row) => ({
      project: this.project(rows, row),
      action: row.action as string,
      actor: `${String(row.actor_type)} ${String(row.actor_name)}`,
      target: this.handleOf(row.target_id),
    }));
    const isActive = new Map(rows.subscription.map((row) => [row.document_id, Boolean(row.active)]));
    const bodies = new Map(rows.event.map(({ document_id: id, body }) => [id, body as { data: Values }]));
    const deliveries = rows.delivery.map((row) => ({
      subscription: this.handleOf(row.subscription_id),
      event: row.event_type as string,
      data: this.event(bodies.get(row.event_id as string)!.data, row.event_type as string),
      state: (row.state === 'pending'
        ? stateBeforeSent(isActive.get(row.subscription_id as string))
        : row.state) as Waiting['state'],
    }));
    return holdings({ records, audit, deliveries });
  }

  private stored(rows: Rows, type: Type, row: Row): Stored {
    const base = { type, handle: this.handleOf(row.document_id), project: this.project(rows, row) };
    if (type === 'subscription') {
      const fields = { url: row.url, event_types: row.event_types, active: Boolean(row.active) };
      return { ...base, version: 1, fields };
    }
    const version = row.version as number;
    const { title, state: status, frontmatter } = row;
    const content = agreed(row.content, referencesOf(rows, type, row));
    if (type === 'ticket') {
      const { priority, body, type: kind, effort, assignee_id: assignee, due_at } = row;
      const labels = agreed(
        row.labels,
        rows.label.filter(({ ticket_id: id }) => id === row.id).map(({ label }) => label),
      );
      return {
        ...base,
        version,
        fields: {
          ...{ title, status, priority, type: kind, effort, body, labels, content, assignee, due_at },
          frontmatter: frontmatter ?? {},
        },
      };
    }
    const fields = {
      slug: row.slug,
      title,
      body_markdown: row.body_markdown ?? '',
      content,
      frontmatter: frontmatter ?? {},
      status,
    };
    const { verdict, note, option_id: option } = row;
    if (status !== 'resolved') return { ...base, version, fields };
    const resolution = { verdict, note, ...(option === null ? {} : { option_id: option }) };
    return { ...base, version, fields, resolution };
  }

  /** A record out of an answer of v1. */
  record(record: Values): Values {
    const { project_key: _project, doc_type: _type, tenant_id: _tenant, ...others } = this.known(record);
    return this.unresolved(others);
  }

  /** The content of an event about a record or an audit entry. */
  private event(data: Values, type: string): Values {
    if (type === 'audit.event') {
      const { action, actor, target } = data as { action: string; actor: Values; target: Values };
      const name = `${String(actor.type)} ${String(actor.name)}`;
      return { action, actor: name, target: this.handleOf(target.id) };
    }
    const changes = data.changes ? { changes: this.known(data.changes as Values) } : {};
    return { ...this.record(data), ...changes, id: this.handleOf(data.id) };
  }

  private known(values: Values): Values {
    return Object.fromEntries(Object.entries(values).filter(([name]) => !UNMODELLED.includes(name)));
  }

  private unresolved(record: Values): Values {
    const { frontmatter } = record as { frontmatter?: { resolution?: Values } };
    if (record.slug === undefined || !frontmatter?.resolution) return record;
    const { resolved_at: _at, ...resolution } = frontmatter.resolution;
    return { ...record, frontmatter: { ...frontmatter, resolution } };
  }
}

/**
 * The state that a pending delivery comes to before it would be sent; it may have been written while its subscription
 * became inactive or was deleted.
 * @param isActive of its subscription; undefined when that is deleted
 */
function stateBeforeSent(isActive: boolean | undefined): Waiting['state'] {
  if (isActive === undefined) return 'cancelled';
  return isActive ? 'pending' : 'held';
}

interface Parts {
  records: Stored[];
  audit: AuditEntry[];
  deliveries: Waiting[];
}

/**
 * Audit entries are in the order of the changes, but of two changes at once either may be first: whoever compares them
 * looks at what has come since the last turn.
 */
function holdings({ records, audit, deliveries }: Parts): Values {
  const sorted = (items: unknown[]) => items.map(canonical).sort();
  return {
    records: Object.fromEntries(records.map((record) => [record.handle, record])),
    audit: sorted(audit),
    deliveries: sorted(deliveries),
  };
}

/** The same of the model. */
export const holdingsOf = ({ records, audit, deliveries }: World): Values =>
  holdings({ records: Object.values(records), audit, deliveries });

/** A list as v1 should show it, whatever its order. */
export const listOf = (world: World, type: Type, project: ProjectName): Values[] =>
  Object.values(world.records)
    .filter((record) => record.type === type && record.project === project)
    .map((record) => ({ handle: record.handle, ...shown(record) }));
