import {
  Button,
  Combobox,
  ComboboxOption,
  Field,
  Flex,
  Modal,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useMemo, useState } from 'react';
import { ENDED_DELIVERY_STATES, type EndedDeliveryState } from '../../../../domain/delivery';
import { PERIOD_MS, type Period } from '../../../../domain/period';
import {
  useCountResendQuery,
  useOrderResendMutation,
  type Choices,
  type DeliveryFilters,
  type ResendSelection,
} from '../../api/deliveries';
import { useErrorText, useRefusalNotice } from '../../errors';
import { useText } from '../../translations/messages';
import { STATE_NAMES } from './names';
import { TimeFilter } from './TimeFilter';

interface ResendManyProps {
  choices: Choices;
  /** What the list shows: where the choice begins. */
  filters: DeliveryFilters;
  onClose: () => void;
}

/** Chooses which deliveries of a subscription to send again, says how many they are, and orders it. */
export function ResendMany({ choices, filters, onClose }: ResendManyProps) {
  const text = useText();
  const errorText = useErrorText();
  const noticeRefusal = useRefusalNotice();
  const { toggleNotification } = useNotification();
  const [subscriptionId, setSubscriptionId] = useState(filters.subscription ?? '');
  const [state, setState] = useState<EndedDeliveryState>(endedOr(filters.state, 'dead'));
  const [{ period, since, until }, setTime] =
    useState<Pick<DeliveryFilters, 'period' | 'since' | 'until'>>(filters);
  const selection = useMemo<ResendSelection>(() => {
    const from = period ? new Date(Date.now() - PERIOD_MS[period]).toISOString() : since;
    return { subscriptionId, state, ...(from ? { since: from } : {}), ...(until ? { until } : {}) };
  }, [subscriptionId, state, period, since, until]);
  const counting = useCountResendQuery(selection, {
    skip: subscriptionId === '',
    refetchOnMountOrArgChange: true,
  });
  const [order, { isLoading: isOrdering }] = useOrderResendMutation();
  const count = subscriptionId === '' ? undefined : counting.currentData;

  const submit = async () => {
    const answer = await order(selection);
    if (noticeRefusal(answer)) return;
    toggleNotification({
      type: 'success',
      message: text('deliveries.order.made', { count: answer.data.count ?? 0 }),
    });
    onClose();
  };

  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content>
        <Modal.Header closeLabel={text('deliveries.close')}>
          <Modal.Title>{text('deliveries.resendMany')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Field.Root required>
              <Field.Label>{text('deliveries.subscription')}</Field.Label>
              <Combobox
                value={subscriptionId}
                placeholder={text('deliveries.subscription')}
                onChange={(value) => setSubscriptionId(value)}
                onClear={() => setSubscriptionId('')}
                clearLabel={text('deliveries.filter.clear')}
              >
                {choices.subscriptions.map(({ documentId, url, project }) => (
                  <ComboboxOption key={documentId} value={documentId} textValue={url}>
                    {project ? `${url} · ${project.key}` : url}
                  </ComboboxOption>
                ))}
              </Combobox>
            </Field.Root>
            <Field.Root>
              <Field.Label>{text('deliveries.column.state')}</Field.Label>
              <SingleSelect value={state} onChange={(value) => setState(endedOr(String(value), state))}>
                {ENDED_DELIVERY_STATES.map((value) => (
                  <SingleSelectOption key={value} value={value}>
                    {text(STATE_NAMES[value])}
                  </SingleSelectOption>
                ))}
              </SingleSelect>
            </Field.Root>
            <Field.Root>
              <Field.Label>{text('deliveries.column.created')}</Field.Label>
              <TimeFilter
                time={{
                  ...(period ? { period } : {}),
                  ...(since ? { since } : {}),
                  ...(until ? { until } : {}),
                }}
                size="M"
                onChange={({ period: chosen, ...rest }) =>
                  setTime({ ...rest, ...(chosen ? { period: chosen as Period } : {}) })
                }
              />
            </Field.Root>
            <div role="status">
              <Typography fontWeight="bold" textColor={counting.error ? 'danger600' : 'neutral800'}>
                {subscriptionId === '' && text('deliveries.order.choose')}
                {counting.error && errorText(counting.error)}
                {count !== undefined && text('deliveries.order.count', { count })}
                {subscriptionId !== '' &&
                  count === undefined &&
                  !counting.error &&
                  text('deliveries.order.counting')}
              </Typography>
            </div>
            <Typography variant="pi" textColor="neutral600">
              {text('deliveries.order.explained')}
            </Typography>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose}>
            {text('deliveries.cancel')}
          </Button>
          <Button disabled={!count} loading={isOrdering} onClick={() => void submit()}>
            {text('deliveries.order.submit', { count: count ?? 0 })}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}

const endedOr = (state: string | undefined, fallback: EndedDeliveryState): EndedDeliveryState =>
  ENDED_DELIVERY_STATES.find((ended) => ended === state) ?? fallback;
