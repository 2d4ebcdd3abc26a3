import { Box, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { referenceText, type ContentReference } from '../../../domain/content';
import type { ActorType, Changes } from '../../../domain/events';
import { useGetRecordHistoryQuery, type HistoryEntry, type NewestRequest } from '../api/edit-view';
import { usePolling } from '../hooks/polling';
import { useStatusLabel } from '../hooks/statuses';
import { useText, type MessageId } from '../translations/messages';
import { NewestItems } from './Lists';
import { shortened } from './LongText';
import { Note } from './Note';
import { Age } from './Time';

/** The texts by the second half of an audit action such as `ticket.updated`: the list is of one record. */
const ACTIONS: Record<string, MessageId> = {
  created: 'history.created',
  updated: 'history.updated',
  resolved: 'history.resolved',
  disabled: 'history.disabled',
};

/** The same of what is done to a comment on the record. */
const COMMENT_ACTIONS: Record<string, MessageId> = {
  created: 'history.comment.created',
  updated: 'history.comment.updated',
  deleted: 'history.comment.deleted',
};

function nameOf(action: string): MessageId | undefined {
  const [subject, verb = ''] = action.split('.');
  return (subject === 'comment' ? COMMENT_ACTIONS : ACTIONS)[verb];
}

const ACTORS: Record<ActorType, MessageId> = {
  api_token: 'history.by.api_token',
  user: 'history.by.user',
  admin: 'history.by.admin',
  system: 'history.by.system',
};

const REFRESH_MS = 3000;

const useHistory = (request: NewestRequest) =>
  useGetRecordHistoryQuery(request, { ...usePolling(REFRESH_MS), refetchOnMountOrArgChange: true });

/** The audit entries of a record, newest first: who did what, and what changed from what to what. */
export function History({ record }: { record: Omit<NewestRequest, 'limit'> }) {
  const text = useText();
  return (
    <NewestItems<HistoryEntry> record={record} useQuery={useHistory} empty={text('history.empty')}>
      {(entries) => (
        <Flex tag="ol" aria-label={text('history.title')} direction="column" alignItems="stretch" gap={3}>
          {entries.map((entry) => (
            <li key={entry.documentId}>
              <Entry entry={entry} />
            </li>
          ))}
        </Flex>
      )}
    </NewestItems>
  );
}

function Entry({ entry: { action, actorType, actorName, at, changes } }: { entry: HistoryEntry }) {
  const text = useText();
  const actionName = nameOf(action);
  const actor = actorType && text(ACTORS[actorType]);
  return (
    <Flex justifyContent="space-between" alignItems="flex-start" gap={2}>
      <Box minWidth={0} style={{ overflowWrap: 'anywhere' }}>
        <Typography variant="omega" fontWeight="semiBold" tag="div">
          {actionName ? text(actionName) : action}
        </Typography>
        {changes && <ChangedFields changes={changes} />}
        <Note tag="div">
          {actorType === 'system' ? actor : [actorName, actor].filter(Boolean).join(' · ')}
        </Note>
      </Box>
      <Note>
        <Age since={at} />
      </Note>
    </Flex>
  );
}

/** The service's own fields; those of a content team have only their own names. */
const FIELDS: Record<string, MessageId> = {
  title: 'ticket.title',
  status: 'ticket.status',
  priority: 'ticket.priority',
  type: 'ticket.type',
  effort: 'ticket.effort',
  labels: 'ticket.labels',
  content: 'ticket.content',
  assignee: 'ticket.assignee',
  due_at: 'ticket.due',
  body: 'ticket.body',
  body_markdown: 'ticket.body',
  slug: 'history.field.slug',
  frontmatter: 'history.field.frontmatter',
  url: 'history.field.url',
  event_types: 'history.field.event_types',
  active: 'subscription.active',
};

function ChangedFields({ changes }: { changes: Changes }) {
  const text = useText();
  const valueText = useValueText();
  return Object.entries(changes).map(([field, { from, to }]) => (
    <Typography key={field} variant="pi" tag="div">
      {text('history.changed', {
        field: FIELDS[field] ? text(FIELDS[field]) : field,
        from: valueText(field, from),
        to: valueText(field, to),
      })}
    </Typography>
  ));
}

/** Characters of a value; the rest is in the record. */
const VALUE_LENGTH = 120;

/** @returns a value of a public record as a line of text */
function useValueText(): (field: string, value: unknown) => string {
  const text = useText();
  const statusLabel = useStatusLabel();
  const { formatDate } = useIntl();
  return (field, value) => {
    if (value === null || value === undefined || value === '') return text('history.nothing');
    if (field === 'status' && typeof value === 'string') return statusLabel(value);
    if (field === 'due_at' && typeof value === 'string') {
      return formatDate(value, { dateStyle: 'medium', timeStyle: 'short' });
    }
    if (field === 'assignee') return (value as { name: string }).name;
    if (Array.isArray(value) && value.length === 0) return text('history.nothing');
    if (field === 'content')
      return shortened((value as ContentReference[]).map(referenceText).join(', '), VALUE_LENGTH);
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
      return shortened(value.join(', '), VALUE_LENGTH);
    }
    return shortened(typeof value === 'string' ? value : JSON.stringify(value), VALUE_LENGTH);
  };
}
