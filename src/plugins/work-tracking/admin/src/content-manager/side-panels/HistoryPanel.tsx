import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { ActorType } from '../../../../domain/events';
import { recordType } from '../../api/documents';
import { useGetRecordHistoryQuery, type HistoryEntry } from '../../api/edit-view';
import { Age } from '../../components/Time';
import { useMay } from '../../hooks/permissions';
import { useText, type MessageId } from '../../translations/messages';
import { NewestItems } from './NewestItems';

/** By the second half of an audit action such as `ticket.updated`: the panel is beside the ticket itself. */
const ACTIONS: Record<string, MessageId> = {
  created: 'history.created',
  updated: 'history.updated',
  resolved: 'history.resolved',
  disabled: 'history.disabled',
};

const ACTORS: Record<ActorType, MessageId> = {
  api_token: 'history.by.api_token',
  user: 'history.by.user',
  admin: 'history.by.admin',
  system: 'history.by.system',
};

/** Beside a ticket, a decision or a subscription: its audit entries, newest first. */
export const HistoryPanel: PanelComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const type = recordType(model);
  if (type === undefined || !document?.documentId || !may('audit.read')) return null;
  const record = { type, model, documentId: document.documentId };
  return {
    title: text('history.title'),
    content: (
      <NewestItems<HistoryEntry>
        record={record}
        useQuery={useGetRecordHistoryQuery}
        empty={text('history.empty')}
      >
        {(entries) => (
          <List aria-label={text('history.title')}>
            {entries.map((entry) => (
              <li key={entry.documentId}>
                <Entry entry={entry} />
              </li>
            ))}
          </List>
        )}
      </NewestItems>
    ),
  };
};

function Entry({ entry: { action, actorType, actorName, at } }: { entry: HistoryEntry }) {
  const text = useText();
  const actionName = ACTIONS[action.split('.')[1] ?? ''];
  const actor = actorType && text(ACTORS[actorType]);
  return (
    <Flex justifyContent="space-between" alignItems="flex-start" gap={2}>
      <Names>
        <Typography variant="omega" fontWeight="semiBold" tag="div">
          {actionName ? text(actionName) : action}
        </Typography>
        <Typography variant="pi" textColor="neutral600" tag="div">
          {actorType === 'system' ? actor : [actorName, actor].filter(Boolean).join(' · ')}
        </Typography>
      </Names>
      <Typography variant="pi" textColor="neutral600">
        <Age since={at} />
      </Typography>
    </Flex>
  );
}

const Names = styled.div`
  min-width: 0;
  overflow-wrap: anywhere;
`;

const List = styled.ol`
  display: flex;
  flex-direction: column;
  gap: ${({ theme }) => theme.spaces[3]};
`;
