import { Box, Button, IconButton, Table, Tbody, Td, Tr } from '@strapi/design-system';
import { Key, PaperPlane } from '@strapi/icons';
import { useState } from 'react';
import type { Subscription } from '../../api/subscriptions';
import { CellActions, TableHead } from '../../components/Table';
import { useTestEvent } from '../../components/test-event';
import { useMay } from '../../hooks/permissions';
import { useText, type MessageId } from '../../translations/messages';
import { HealthFigures, LastFailure, Name, State } from './cells';
import { SecretDialog } from './SecretDialog';
import { SwitchDialog } from './SwitchDialog';

const COLUMNS: readonly MessageId[] = [
  'deliveries.column.subscription',
  'deliveries.column.state',
  'deliveries.period.day',
  'subscriptions.lastError',
  'table.actions',
];

/** The dialog that is open, and its subscription. */
interface Opened {
  dialog: 'switch' | 'secret';
  subscription: Subscription;
}

export function SubscriptionTable({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const text = useText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <Box tag="section" aria-label={text('subscriptions.title')}>
      <Table colCount={COLUMNS.length} rowCount={subscriptions.length + 1}>
        <TableHead columns={COLUMNS} />
        <Tbody>
          {subscriptions.map((subscription) => (
            <Tr key={subscription.documentId}>
              <Td>
                <Name subscription={subscription} />
              </Td>
              <Td>
                <State subscription={subscription} />
              </Td>
              <Td>
                <HealthFigures subscription={subscription} />
              </Td>
              <Td>
                <LastFailure error={subscription.lastError} />
              </Td>
              <Td>
                <Actions
                  subscription={subscription}
                  onOpen={(dialog) => setOpened({ dialog, subscription })}
                />
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      {opened?.dialog === 'switch' && <SwitchDialog subscription={opened.subscription} onClose={close} />}
      {opened?.dialog === 'secret' && <SecretDialog subscription={opened.subscription} onClose={close} />}
    </Box>
  );
}

interface ActionsProps {
  subscription: Subscription;
  onOpen: (dialog: Opened['dialog']) => void;
}

function Actions({ subscription, onOpen }: ActionsProps) {
  const text = useText();
  const may = useMay();
  const { send, isLoading } = useTestEvent();
  const { documentId, url, active, canSwitch, canReplaceSecret } = subscription;

  return (
    <CellActions>
      {canSwitch && active !== undefined && (
        <Button variant="tertiary" size="S" onClick={() => onOpen('switch')}>
          {text(active ? 'subscriptions.switchOff' : 'subscriptions.switchOn')}
        </Button>
      )}
      {canReplaceSecret && (
        <IconButton
          variant="ghost"
          label={text('subscriptions.secret.of', { url })}
          onClick={() => onOpen('secret')}
        >
          <Key />
        </IconButton>
      )}
      {may('subscription.test') && (
        <IconButton
          variant="ghost"
          label={text('subscriptions.test', { url })}
          disabled={isLoading}
          onClick={() => void send(documentId)}
        >
          <PaperPlane />
        </IconButton>
      )}
    </CellActions>
  );
}
