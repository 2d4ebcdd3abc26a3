import { ARTICLES } from './documents';
import type { ManyRows } from './many-rows';

interface Told {
  /** How many there are of each. */
  count: number;
  /** Row ids of the project that has nine of ten, and of another one. */
  own: number;
  others: number;
  /** Public id of a subscription of the project. */
  subscription: string;
  /** Somebody's id, whose some tickets are. */
  person: string;
}

/** As many records of two projects as a service has after some time, with all that belongs to them. */
export function manyRecords({ count, own, others, subscription, person }: Told): ManyRows[] {
  const project_id = `case when n % 10 = 0 then ${others} else ${own} end`;
  const subscription_id = `case when n % 10 = 0 then 'another' when n % 3 = 0 then 'a-third' else '${subscription}' end`;
  const types =
    "case when n % 50 = 0 then 'decision.resolved' when n % 2 = 0 then 'audit.event' else 'ticket.updated' end";
  const state =
    "case n % 100 when 0 then 'dead' when 1 then 'dead' when 2 then 'held' when 3 then 'pending' else 'delivered' end";
  const id = (prefix: string) => `'${prefix}-' || text(n)`;
  /** Some decisions are about each of a few articles. */
  const article = "'article-' || text(n % 5)";
  return [
    {
      table: 'work_tracking_tickets',
      count,
      columns: {
        document_id: id('ticket'),
        project_id,
        title: id('Ticket'),
        state: "case when n % 4 = 0 then 'open' when n % 50 = 1 then 'blocked' else 'done' end",
        priority: "case when n % 100 = 0 then 'P0' else 'P2' end",
        type: "case when n % 100 = 5 then 'bug' else 'task' end",
        version: '1',
        number: 'n + 1',
        labels: "'[]'",
        assignee_id: `case when n % 40 = 3 then ${person} end`,
        due_at: 'case when n % 60 = 7 then ago(n) end',
        synced_at: 'ago(n)',
      },
    },
    {
      table: 'work_tracking_decisions',
      count,
      columns: {
        document_id: id('decision'),
        project_id,
        slug: id('slug'),
        title: id('Decision'),
        state: "case when n % 100 = 0 then 'open' else 'resolved' end",
        version: '1',
        verdict: "'yes'",
        resolved_at: 'ago(n)',
      },
    },
    {
      table: 'work_tracking_labels',
      count,
      columns: {
        document_id: id('label'),
        project_id,
        ticket_id: `${count} - n`,
        label: "case when n % 80 = 1 then 'rare' else 'often' end",
      },
    },
    {
      table: 'work_tracking_content_references',
      count,
      columns: {
        document_id: id('reference'),
        project_id,
        ticket_id: `case when n % 5 <> 0 then ${count} - n end`,
        decision_id: `case when n % 5 = 0 then ${count} - n end`,
        entry_type: "'plugin::users-permissions.user'",
        entry_id: "case when n % 80 = 1 then 'rare' else 'often' end",
        entry_locale: "case when n % 3 = 0 then 'en' when n % 3 = 1 then 'de' end",
      },
    },
    {
      table: 'work_tracking_content_references',
      // Few, so that the planner goes on to expect many for an entry.
      count: count / 1000,
      columns: {
        document_id: id('asked'),
        project_id,
        decision_id: `${count} - n`,
        entry_type: `'${ARTICLES}'`,
        entry_id: article,
      },
    },
    {
      table: 'work_tracking_signatures',
      count,
      columns: {
        document_id: id('signature'),
        decision_id: `${count} - n`,
        entry_type: `'${ARTICLES}'`,
        entry_id: article,
        digest: "'a'",
      },
    },
    {
      table: 'work_tracking_comments',
      count,
      columns: {
        document_id: id('comment'),
        project_id,
        target_type: "'ticket'",
        target_id: "case when n % 2 = 0 then 'ticket-1' else 'ticket-7' end",
        body: "'Hello'",
        author_type: "'system'",
        author_id: "'system'",
      },
    },
    {
      table: 'work_tracking_webhook_events',
      count,
      columns: {
        document_id: id('event'),
        project_id,
        type: types,
        target_id: id('ticket'),
        body: `'{"event":"ping","data":{"id":"1"}}'`,
      },
    },
    {
      table: 'work_tracking_webhook_deliveries',
      count,
      columns: {
        document_id: id('delivery'),
        project_id,
        subscription_id,
        event_id: id('event'),
        event_type: types,
        target_id: id('ticket'),
        state,
        attempts: '1',
        due_at: 'case when n % 100 = 3 then ago(0) end',
        ended_at: 'case when n % 100 in (2, 3) then null else ago(n) end',
        resent_at: 'case when n % 200 = 1 then ago(0) end',
      },
    },
    {
      table: 'work_tracking_webhook_attempts',
      count,
      columns: {
        document_id: id('attempt'),
        delivery_id: 'n + 1',
        number: '1',
        started_at: 'ago(n)',
        duration_ms: 'n % 1000',
        result: "'delivered'",
      },
    },
    {
      table: 'work_tracking_audit_entries',
      count,
      columns: {
        document_id: id('entry'),
        project_id,
        project_key: "'a'",
        venture_key: "'a'",
        seq: 'n + 1000',
        action: "case when n % 50 = 0 then 'ticket.created' else 'ticket.updated' end",
        actor_type: "'system'",
        actor_id: "'system'",
        target_type: "case when n % 60 = 0 then 'decision' else 'ticket' end",
        target_id: "case when n % 2 = 0 then 'ticket-1' else 'ticket-2' end",
        at: 'ago(n)',
      },
    },
  ];
}
