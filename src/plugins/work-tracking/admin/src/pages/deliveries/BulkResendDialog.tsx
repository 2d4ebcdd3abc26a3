import { Typography } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useMemo, useState } from 'react';
import { ENDED_DELIVERY_STATES, type EndedDeliveryState } from '../../../../domain/delivery';
import { PERIOD_MS, type Period } from '../../../../domain/period';
import {
  useCountBulkResendQuery,
  useStartBulkResendMutation,
  type Choices,
  type DeliveryFilters,
  type ResendSelection,
} from '../../api/deliveries';
import { DELIVERY_STATE_NAMES } from '../../components/DeliveryState';
import { Choice, Labelled } from '../../components/fields';
import { FormDialog } from '../../components/FormDialog';
import { Note } from '../../components/Note';
import { useErrorText } from '../../hooks/errors';
import { useRefusedFields } from '../../hooks/refused-fields';
import { useText } from '../../translations/messages';
import { SubscriptionCombobox } from './SubscriptionCombobox';
import { TimeFilter, type Time } from './TimeFilter';

interface BulkResendDialogProps {
  choices: Choices;
  /** The list's filters, which the form starts with. */
  filters: DeliveryFilters;
  onClose: () => void;
}

/** Selects deliveries of a subscription, shows how many they are, and starts their bulk resend. */
export function BulkResendDialog({ choices, filters, onClose }: BulkResendDialogProps) {
  const text = useText();
  const errorText = useErrorText();
  const { refusal, refuse } = useRefusedFields({});
  const { toggleNotification } = useNotification();
  const [subscriptionId, setSubscriptionId] = useState(filters.subscription ?? '');
  const [state, setState] = useState<EndedDeliveryState>(endedStateOr(filters.state, 'dead'));
  const [time, setTime] = useState<Time>(filters);
  const { period, since, until } = time;
  const selection = useMemo<ResendSelection>(() => {
    const from = period ? new Date(Date.now() - PERIOD_MS[period]).toISOString() : since;
    return { subscriptionId, state, ...(from ? { since: from } : {}), ...(until ? { until } : {}) };
  }, [subscriptionId, state, period, since, until]);
  const counting = useCountBulkResendQuery(selection, {
    skip: subscriptionId === '',
    refetchOnMountOrArgChange: true,
  });
  const [start, { isLoading: isStarting }] = useStartBulkResendMutation();
  const count = subscriptionId === '' ? undefined : counting.currentData;

  const submit = async () => {
    const result = await start(selection);
    if (refuse(result)) return;
    toggleNotification({
      type: 'success',
      message: text('deliveries.bulkResend.started', { count: result.data.count ?? 0 }),
    });
    onClose();
  };

  return (
    <FormDialog
      title={text('deliveries.bulkResend')}
      submit={text('deliveries.bulkResend.submit', { count: count ?? 0 })}
      isLoading={isStarting}
      isReady={Boolean(count)}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Labelled label={text('deliveries.column.subscription')} required>
        <SubscriptionCombobox
          subscriptions={choices.subscriptions}
          value={subscriptionId}
          onChange={setSubscriptionId}
        />
      </Labelled>
      <Labelled label={text('deliveries.column.state')}>
        <Choice
          choices={ENDED_DELIVERY_STATES.map((one) => [one, text(DELIVERY_STATE_NAMES[one])])}
          value={state}
          onChange={(chosen) => setState(endedStateOr(chosen, state))}
        />
      </Labelled>
      <Labelled label={text('deliveries.column.created')}>
        <TimeFilter
          time={time}
          size="M"
          onChange={({ period: chosen, ...rest }) =>
            setTime({ ...rest, ...(chosen ? { period: chosen as Period } : {}) })
          }
        />
      </Labelled>
      <div role="status">
        <Typography fontWeight="bold" textColor={counting.error ? 'danger600' : 'neutral800'}>
          {subscriptionId === '' && text('deliveries.bulkResend.choose')}
          {counting.error && errorText(counting.error)}
          {count !== undefined && text('deliveries.bulkResend.count', { count })}
          {subscriptionId !== '' &&
            count === undefined &&
            !counting.error &&
            text('deliveries.bulkResend.counting')}
        </Typography>
      </div>
      <Note>{text('deliveries.bulkResend.explained')}</Note>
    </FormDialog>
  );
}

const endedStateOr = (state: string | undefined, fallback: EndedDeliveryState): EndedDeliveryState =>
  ENDED_DELIVERY_STATES.find((ended) => ended === state) ?? fallback;
