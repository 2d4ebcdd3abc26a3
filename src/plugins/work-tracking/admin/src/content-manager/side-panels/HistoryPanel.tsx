import { Flex, Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { styled } from 'styled-components';
import type { ActorType } from '../../../../domain/events';
import { useGetRecordHistoryQuery, type HistoryEntry } from '../../api/edit-view';
import { Age } from '../../components/Age';
import { useMay } from '../../permissions';
import { useText, type MessageId } from '../../translations/messages';
import { recordType } from '../types';
import { Newest } from './Newest';

/** What was done, without what it was done to: the panel stands beside that. */
const DEEDS: Record<string, MessageId> = {
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

/** Beside a ticket, a decision or a subscription: who did what to it, newest first. */
export const HistoryPanel: PanelComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const type = recordType(model);
  if (type === undefined || !document?.documentId || !may('audit.read')) return null;
  const record = { type, model, documentId: document.documentId };
  return {
    title: text('history.title'),
    content: (
      <Newest<HistoryEntry> record={record} useQuery={useGetRecordHistoryQuery} empty={text('history.empty')}>
        {(entries) => (
          <List aria-label={text('history.title')}>
            {entries.map((entry) => (
              <li key={entry.documentId}>
                <Entry entry={entry} />
              </li>
            ))}
          </List>
        )}
      </Newest>
    ),
  };
};

function Entry({ entry: { action, actorType, actorName, at } }: { entry: HistoryEntry }) {
  const text = useText();
  const deed = DEEDS[action.split('.')[1] ?? ''];
  const kind = actorType && text(ACTORS[actorType]);
  return (
    <Flex justifyContent="space-between" alignItems="flex-start" gap={2}>
      <div>
        <Typography variant="omega" fontWeight="semiBold" tag="div">
          {deed ? text(deed) : action}
        </Typography>
        <Typography variant="pi" textColor="neutral600" tag="div">
          {actorType === 'system' ? kind : [actorName, kind].filter(Boolean).join(' · ')}
        </Typography>
      </div>
      <Typography variant="pi" textColor="neutral600">
        <Age since={at} />
      </Typography>
    </Flex>
  );
}

const List = styled.ol`
  display: flex;
  flex-direction: column;
  gap: ${({ theme }) => theme.spaces[3]};
`;
