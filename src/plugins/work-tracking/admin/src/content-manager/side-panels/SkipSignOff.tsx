import { Button, Field, Textarea, Typography } from '@strapi/design-system';
import { useForm, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import type { ContentFilter } from '../../../../domain/content';
import { usePublishWithoutSignOffMutation } from '../../api/work';
import { FormDialog } from '../../components/FormDialog';
import { useRefusedFields } from '../../hooks/refused-fields';
import { useText } from '../../translations/messages';

/**
 * The way out of an emergency: publishes what nobody has approved, with a reason. The dialog stays until the user closes it,
 * also when somebody approves meanwhile.
 */
export function SkipSignOff({ entry, canSkip }: { entry: ContentFilter; canSkip: boolean }) {
  const text = useText();
  const isModified = useForm('SkipSignOff', ({ modified }) => modified);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {canSkip && (
        <Button variant="danger-light" disabled={isModified} onClick={() => setOpen(true)}>
          {text('signOff.skip')}
        </Button>
      )}
      {canSkip && isModified && (
        <Typography variant="pi" textColor="neutral600">
          {text('signOff.skip.save_first')}
        </Typography>
      )}
      {isOpen && <SkipDialog entry={entry} onClose={() => setOpen(false)} />}
    </>
  );
}

const FIELDS = { reason: 'reason' } as const;

function SkipDialog({ entry, onClose }: { entry: ContentFilter; onClose: () => void }) {
  const text = useText();
  const { toggleNotification } = useNotification();
  const { refused, refusal, refuse, forget } = useRefusedFields(FIELDS);
  const [publish, { isLoading }] = usePublishWithoutSignOffMutation();
  const [reason, setReason] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const missing = isRefused && reason.trim() === '' ? text('signOff.skip.missing') : undefined;

  async function submit() {
    setIsRefused(true);
    if (reason.trim() === '' || refuse(await publish({ entry, reason }))) return;
    toggleNotification({ type: 'success', message: text('signOff.skip.done') });
    onClose();
  }

  return (
    <FormDialog
      title={text('signOff.skip')}
      submit={text('signOff.skip.submit')}
      {...{ isLoading, refusal, onClose }}
      onSubmit={submit}
    >
      <Typography tag="p">{text('signOff.skip.text')}</Typography>
      <Field.Root name="reason" required error={missing ?? refused.reason}>
        <Field.Label>{text('signOff.skip.reason')}</Field.Label>
        <Textarea
          value={reason}
          onChange={({ target }) => {
            forget('reason');
            setReason(target.value);
          }}
        />
        <Field.Error />
      </Field.Root>
    </FormDialog>
  );
}
