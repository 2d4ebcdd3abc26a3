import {
  ATTEMPT,
  AUDIT_ENTRY,
  DECISION,
  DELIVERY,
  EVENT,
  PROJECT,
  RESEND,
  SUBSCRIPTION,
  TICKET,
} from '../../uids';

/** How the content manager shows a type. Custom fields come after the rest. */
export interface ContentView {
  /** The field that names a record. */
  mainField: string;
  /** The order of the list. */
  sort: readonly [attribute: string, order: 'ASC' | 'DESC'];
  /** The columns of the list. */
  list: readonly string[];
  /** The rows of the form, in twelfths of its width. */
  edit: readonly Readonly<Record<string, number>>[];
  /** Fields that the form shows but nobody can edit, since the service sets them. */
  readOnly: readonly string[] | 'all';
  /** Fields that the form does not show. */
  hidden?: readonly string[];
  /** The names of the attributes, in English. */
  labels: Readonly<Record<string, string>>;
}

const CREATED = { createdAt: 'Created', updatedAt: 'Updated' };

const project: ContentView = {
  mainField: 'name',
  sort: ['key', 'ASC'],
  list: ['key', 'name', 'ventureKey', 'createdAt'],
  edit: [{ key: 6, ventureKey: 6 }, { name: 12 }],
  readOnly: [],
  labels: { key: 'Key', name: 'Name', ventureKey: 'Venture', ...CREATED },
};

const ticket: ContentView = {
  mainField: 'title',
  sort: ['syncedAt', 'DESC'],
  list: ['number', 'title', 'project', 'state', 'priority', 'assignee', 'type', 'effort', 'syncedAt'],
  edit: [
    { title: 8, number: 4 },
    { project: 4, state: 4, priority: 4 },
    { assignee: 6, dueAt: 6 },
    { type: 6, effort: 6 },
    { labels: 12 },
    { body: 12 },
    { content: 12 },
    { version: 4, syncedAt: 8 },
    { frontmatter: 12 },
  ],
  readOnly: ['number', 'state', 'version', 'syncedAt'],
  labels: {
    number: 'Number',
    title: 'Title',
    project: 'Project',
    state: 'Status',
    priority: 'Priority',
    type: 'Type',
    effort: 'Effort',
    assignee: 'Assignee',
    labels: 'Labels',
    dueAt: 'Due',
    body: 'Body',
    content: 'Content',
    frontmatter: 'Frontmatter',
    version: 'Version',
    syncedAt: 'Last change',
    ...CREATED,
  },
};

const decision: ContentView = {
  mainField: 'title',
  sort: ['createdAt', 'DESC'],
  list: ['title', 'project', 'slug', 'state', 'verdict', 'createdAt', 'resolvedAt'],
  edit: [
    { title: 8, slug: 4 },
    { project: 6, state: 6 },
    { bodyMarkdown: 12 },
    { verdict: 6, optionId: 6 },
    { note: 12 },
    { content: 12 },
    { resolvedAt: 8, version: 4 },
    { frontmatter: 12 },
  ],
  readOnly: ['state', 'verdict', 'optionId', 'note', 'resolvedAt', 'version'],
  labels: {
    title: 'Title',
    slug: 'Slug',
    project: 'Project',
    state: 'Status',
    bodyMarkdown: 'Body',
    content: 'Content',
    frontmatter: 'Frontmatter',
    verdict: 'Verdict',
    optionId: 'Chosen option',
    note: 'Note',
    resolvedAt: 'Resolved',
    version: 'Version',
    ...CREATED,
  },
};

const subscription: ContentView = {
  mainField: 'url',
  sort: ['createdAt', 'DESC'],
  list: ['url', 'project', 'active', 'disabledReason', 'failingSince', 'createdAt'],
  edit: [
    { url: 12 },
    { project: 6, active: 6 },
    { eventTypes: 12 },
    { newSecret: 12 },
    { disabledReason: 6, failingSince: 6 },
  ],
  readOnly: ['disabledReason', 'failingSince'],
  labels: {
    url: 'URL',
    project: 'Project',
    active: 'Active',
    eventTypes: 'Event types',
    newSecret: 'Secret',
    disabledReason: 'Disabled because',
    failingSince: 'Failing since',
    ...CREATED,
  },
};

const event: ContentView = {
  mainField: 'type',
  sort: ['createdAt', 'DESC'],
  list: ['type', 'project', 'targetId', 'createdAt'],
  edit: [{ type: 4, project: 4, targetId: 4 }, { seq: 4 }, { body: 12 }],
  readOnly: 'all',
  labels: {
    type: 'Event type',
    project: 'Project',
    targetId: 'Record (id)',
    seq: 'Change number',
    body: 'Body',
    ...CREATED,
  },
};

const delivery: ContentView = {
  mainField: 'eventType',
  sort: ['createdAt', 'DESC'],
  list: ['eventType', 'state', 'project', 'attempts', 'createdAt', 'endedAt'],
  edit: [
    { eventType: 6, state: 6 },
    { project: 6, subscriptionId: 6 },
    { eventId: 6, targetId: 6 },
    { attempts: 4, dueAt: 4, endedAt: 4 },
    { resentFrom: 6, resentAt: 6 },
  ],
  readOnly: 'all',
  labels: {
    eventType: 'Event type',
    state: 'State',
    project: 'Project',
    subscriptionId: 'Subscription (id)',
    eventId: 'Event (id)',
    targetId: 'Record (id)',
    attempts: 'Attempts',
    dueAt: 'Due',
    endedAt: 'Ended',
    resentFrom: 'Repeats (id)',
    resentAt: 'Sent again',
    ...CREATED,
  },
};

const attempt: ContentView = {
  mainField: 'result',
  sort: ['startedAt', 'DESC'],
  list: ['startedAt', 'delivery', 'number', 'result', 'statusCode', 'durationMs'],
  edit: [
    { delivery: 6, number: 6 },
    { result: 6, statusCode: 6 },
    { startedAt: 6, durationMs: 6 },
    { message: 12 },
    { responseBody: 12 },
    { nextAttemptAt: 6 },
  ],
  readOnly: 'all',
  labels: {
    delivery: 'Delivery',
    number: 'Number',
    result: 'Result',
    statusCode: 'HTTP status',
    startedAt: 'Started',
    durationMs: 'Duration (ms)',
    message: 'Message',
    responseBody: 'Answer',
    nextAttemptAt: 'Next attempt',
    ...CREATED,
  },
};

const resend: ContentView = {
  mainField: 'subscriptionId',
  sort: ['createdAt', 'DESC'],
  list: ['subscriptionId', 'project', 'deliveryState', 'state', 'count', 'enqueued', 'createdAt'],
  edit: [
    { project: 6, subscriptionId: 6 },
    { deliveryState: 6, state: 6 },
    { since: 6, until: 6 },
    { count: 6, enqueued: 6 },
  ],
  readOnly: 'all',
  hidden: ['position', 'lastPosition'],
  labels: {
    project: 'Project',
    subscriptionId: 'Subscription (id)',
    deliveryState: 'State of the deliveries',
    state: 'State',
    since: 'Since',
    until: 'Until',
    count: 'Deliveries',
    enqueued: 'Sent again so far',
    position: 'Position',
    lastPosition: 'Last position',
    ...CREATED,
  },
};

const auditEntry: ContentView = {
  mainField: 'action',
  sort: ['at', 'DESC'],
  list: ['at', 'action', 'actorName', 'actorType', 'targetType', 'targetId', 'projectKey'],
  edit: [
    { action: 6, at: 4, seq: 2 },
    { actorName: 4, actorType: 4, actorId: 4 },
    { targetType: 6, targetId: 6 },
    { project: 4, projectKey: 4, ventureKey: 4 },
    { changes: 12 },
    { details: 12 },
  ],
  readOnly: 'all',
  labels: {
    action: 'Action',
    at: 'At',
    seq: 'Number',
    changes: 'What changed',
    details: 'Details',
    actorName: 'Who',
    actorType: 'Kind of actor',
    actorId: 'Actor (id)',
    targetType: 'Kind of record',
    targetId: 'Record (id)',
    project: 'Project',
    projectKey: 'Project key',
    ventureKey: 'Venture',
    ...CREATED,
  },
};

/** The default views of the plugin's types. */
export const CONTENT_VIEWS: Readonly<Record<string, ContentView>> = {
  [PROJECT]: project,
  [TICKET]: ticket,
  [DECISION]: decision,
  [SUBSCRIPTION]: subscription,
  [EVENT]: event,
  [DELIVERY]: delivery,
  [ATTEMPT]: attempt,
  [RESEND]: resend,
  [AUDIT_ENTRY]: auditEntry,
};
