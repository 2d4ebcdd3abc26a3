import { Button, Dialog, Flex } from '@strapi/design-system';
import { ArrowsCounterClockwise, Cross, Play } from '@strapi/icons';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ENDED_DELIVERY_STATES } from '../../../../domain/delivery';
import {
  useCancelDeliveryMutation,
  useResendDeliveryMutation,
  useRetryDeliveryMutation,
  type DeliveryDetail,
} from '../../api/deliveries';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { useOutcomeNotification } from '../../hooks/errors';
import { isFocusLost } from '../../hooks/focus';
import { useLatest } from '../../hooks/latest';
import { useMay } from '../../hooks/permissions';
import { useText } from '../../translations/messages';

/**
 * The actions on a delivery: retried or cancelled while it waits, resent when it has ended. An action takes its
 * button away; the focus then stays here, with all of them.
 * @param delivery undefined while it is loaded
 */
export function DeliveryActions({ delivery }: { delivery: DeliveryDetail | undefined }) {
  const text = useText();
  const may = useMay();
  const group = useRef<HTMLDivElement>(null);
  const hasActed = useRef(false);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (!hasActed.current || !isFocusLost()) return;
    hasActed.current = false;
    group.current?.focus();
  });
  if (!may('delivery.resend')) return null;
  const act = () => {
    hasActed.current = true;
  };
  const state = delivery?.state;
  const hasEnded = ENDED_DELIVERY_STATES.some((ended) => ended === state);
  return (
    <Flex ref={group} tabIndex={-1} role="group" aria-label={text('deliveries.actions')} gap={2}>
      {delivery && isWaiting(delivery) && <RetryButton id={delivery.documentId} onAct={act} />}
      {/* The question stays open when the state of the delivery changes meanwhile. */}
      {delivery && (state === 'pending' || state === 'held' || isAsking) && (
        <CancelButton id={delivery.documentId} onAct={act} isAsking={isAsking} onAsk={setIsAsking} />
      )}
      {delivery && hasEnded && !delivery.subscription?.isDeleted && (
        <ResendButton id={delivery.documentId} onAct={act} />
      )}
    </Flex>
  );
}

/** Whether its next attempt is not due yet. */
const isWaiting = ({ state, nextAttemptAt }: DeliveryDetail): boolean =>
  state === 'pending' && nextAttemptAt !== null && Date.parse(nextAttemptAt) > Date.now();

interface ActionProps {
  /** The public id of the delivery. */
  id: string;
  onAct: () => void;
}

function RetryButton({ id, onAct }: ActionProps) {
  const text = useText();
  const notifyOutcome = useOutcomeNotification();
  const [retry, { isLoading }] = useRetryDeliveryMutation();
  const onClick = async () => {
    onAct();
    notifyOutcome(await retry(id), text('deliveries.retried'));
  };
  return (
    <Button variant="secondary" startIcon={<Play />} loading={isLoading} onClick={() => void onClick()}>
      {text('deliveries.retry')}
    </Button>
  );
}

interface CancelButtonProps extends ActionProps {
  /** Whether the question is shown. */
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
}

/** Asks first. */
function CancelButton({ id, onAct, isAsking, onAsk }: CancelButtonProps) {
  const text = useText();
  const [cancel, { isLoading }] = useCancelDeliveryMutation();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="danger-light"
        startIcon={<Cross />}
        aria-haspopup="dialog"
        onClick={() => onAsk(true)}
      >
        {text('deliveries.cancel')}
      </Button>
      <Dialog.Root open={isAsking} onOpenChange={onAsk}>
        <ConfirmDialog
          title={text('deliveries.cancel.title')}
          confirm={text('deliveries.cancel')}
          dismiss={text('deliveries.cancel.keep')}
          done={text('deliveries.cancelled')}
          isLoading={isLoading}
          act={() => cancel(id)}
          onDone={() => onAsk(false)}
          onClosed={() => {
            onAct();
            button.current?.focus();
          }}
        >
          {text('deliveries.cancel.text')}
        </ConfirmDialog>
      </Dialog.Root>
    </>
  );
}

/** Opens the new delivery, which links to this one; unless the user has gone elsewhere since. */
function ResendButton({ id, onAct }: ActionProps) {
  const text = useText();
  const notifyOutcome = useOutcomeNotification();
  const navigate = useLatest(useNavigate());
  const { state: from } = useLocation() as { state: unknown };
  const [resend, { isLoading }] = useResendDeliveryMutation();
  const onClick = async () => {
    onAct();
    const result = await resend(id);
    if (!notifyOutcome(result, text('deliveries.resent'))) return;
    navigate.current?.(`../${result.data.documentId}`, { relative: 'path', state: from });
  };
  return (
    <Button startIcon={<ArrowsCounterClockwise />} loading={isLoading} onClick={() => void onClick()}>
      {text('deliveries.resend')}
    </Button>
  );
}
