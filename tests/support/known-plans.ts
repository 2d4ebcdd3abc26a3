/** The tables whose plans are looked at. */
export const TABLES = [
  'work_tracking_tickets',
  'work_tracking_labels',
  'work_tracking_content_references',
  'work_tracking_signatures',
  'work_tracking_comments',
  'work_tracking_decisions',
  'work_tracking_webhook_events',
  'work_tracking_webhook_deliveries',
  'work_tracking_webhook_attempts',
  'work_tracking_audit_entries',
];

/** Counts that are kept for some seconds, for which the database goes through as many rows as there are. */
export const KEPT = [
  /^select .project_id., .state., count/,
  /^select .bucket./,
  /^select count\(\*\) .*where .due_at. <= \S+ limit/,
];

/**
 * The rows that are due before a time or within a week, that ended within two weeks, or that are named one by one or by
 * their event, and the candidates of a claim: they are few, whatever a planner expects.
 */
export const FEW_NAMED = [
  /.due_at. < \S+\) order by/,
  /.due_at. >= \S+ and \S*due_at. < /,
  /.synced_at. >= \S+\) and \S*due_at. is not null/,
  /.(id|target_id|delivery_id|document_id). in \([?$]|.event_id. = [?$]/,
  /as clock/,
];
