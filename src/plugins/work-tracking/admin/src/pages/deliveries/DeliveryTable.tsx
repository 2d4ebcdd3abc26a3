import { Box, Table, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Delivery } from '../../api/deliveries';
import { DeliveryStateBadge } from '../../components/DeliveryState';
import { Note } from '../../components/Note';
import { CellLink, TableHead } from '../../components/Table';
import { Timestamp } from '../../components/Time';
import { useText, type MessageId } from '../../translations/messages';
import { useFailureText } from './failure';
import { SubscriptionName } from './SubscriptionName';

const COLUMNS: readonly MessageId[] = [
  'deliveries.column.state',
  'deliveries.column.event',
  'deliveries.column.subscription',
  'deliveries.column.project',
  'deliveries.column.attempts',
  'deliveries.column.reason',
  'deliveries.column.created',
  'deliveries.column.next',
];

export function DeliveryTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  const text = useText();
  return (
    <Box tag="section" aria-label={text('deliveries.title')}>
      <Table colCount={COLUMNS.length} rowCount={deliveries.length + 1}>
        <TableHead columns={COLUMNS} />
        <Tbody>
          {deliveries.map((delivery) => (
            <Row key={delivery.documentId} delivery={delivery} />
          ))}
        </Tbody>
      </Table>
    </Box>
  );
}

/** A click anywhere in the row opens the delivery. The link is for the keyboard, and for opening it in a new tab. */
function Row({ delivery, ...position }: { delivery: Delivery }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const failureText = useFailureText();
  const { documentId, state, isResent, eventType, subscription, project, attempts = 0, createdAt } = delivery;
  const { lastFailure } = delivery;
  // The delivery's link back to the list restores the filters.
  const from = { state: { search } };
  return (
    <Tr {...position} style={{ cursor: 'pointer' }} onClick={() => navigate(documentId, from)}>
      <Td>
        <DeliveryStateBadge state={state} attempts={attempts} isResent={isResent} />
      </Td>
      <Td>
        <CellLink to={documentId} state={from.state} onClick={(event) => event.stopPropagation()}>
          {eventType ?? documentId}
        </CellLink>
      </Td>
      <Td>{subscription && <SubscriptionName subscription={subscription} />}</Td>
      <Td>
        <Typography>{project?.key}</Typography>
      </Td>
      <Td>
        <Typography>{delivery.attempts}</Typography>
      </Td>
      <Td>
        {/* Strapi's cells keep to one line, and a sentence is long. */}
        <Typography display="block" minWidth="14rem" style={{ whiteSpace: 'normal' }}>
          {lastFailure ? failureText(lastFailure) : '–'}
        </Typography>
      </Td>
      <Td>
        <Typography>
          <Timestamp at={createdAt} />
        </Typography>
      </Td>
      <Td>
        <NextOrEnded delivery={delivery} />
      </Td>
    </Tr>
  );
}

function NextOrEnded({ delivery: { nextAttemptAt, endedAt } }: { delivery: Delivery }) {
  const text = useText();
  const at = nextAttemptAt ?? endedAt;
  if (!at) return <Typography textColor="neutral600">–</Typography>;
  return (
    <>
      <Note tag="div">{text(nextAttemptAt ? 'deliveries.next' : 'deliveries.ended')}</Note>
      <Typography tag="div">
        <Timestamp at={at} />
      </Typography>
    </>
  );
}
