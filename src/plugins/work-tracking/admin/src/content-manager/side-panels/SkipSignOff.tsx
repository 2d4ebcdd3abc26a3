import { Button, Textarea, Typography } from '@strapi/design-system';
import { useForm, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import type { ContentFilter } from '../../../../domain/content';
import { hasVisibleText } from '../../../../domain/visible-text';
import { usePublishWithoutSignOffMutation } from '../../api/work';
import { Labelled } from '../../components/fields';
import { FormDialog } from '../../components/FormDialog';
import { useRefusedFields } from '../../hooks/refused-fields';
import { useText } from '../../translations/messages';
import { Note } from '../../components/Note';

interface SkipSignOffProps {
  entry: ContentFilter;
  /** Of the draft as the form shows it; null where that is not what is saved any more. */
  shownDigest: string | null;
  canSkip: boolean;
}

/**
 * The way out of an emergency: publishes what nobody has approved, with a reason. The dialog stays until the user closes it,
 * also when somebody approves meanwhile. The reason stays when it is closed, to look at the entry again.
 */
export function SkipSignOff({ entry, shownDigest, canSkip }: SkipSignOffProps) {
  const text = useText();
  const isModified = useForm('SkipSignOff', ({ modified }) => modified);
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <>
      {canSkip && (
        <Button variant="danger-light" disabled={isModified} onClick={() => setOpen(true)}>
          {text('signOff.skip')}
        </Button>
      )}
      {canSkip && isModified && <Note>{text('signOff.skip.save_first')}</Note>}
      {isOpen && (
        <SkipDialog {...{ entry, shownDigest, reason }} onReason={setReason} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

const FIELDS = { reason: 'reason' } as const;

interface SkipDialogProps extends Omit<SkipSignOffProps, 'canSkip'> {
  reason: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}

function SkipDialog({ entry, shownDigest, reason, onReason, onClose }: SkipDialogProps) {
  const text = useText();
  const { toggleNotification } = useNotification();
  const { refused, refusal, refuse, forget } = useRefusedFields(FIELDS);
  const [publish, { isLoading }] = usePublishWithoutSignOffMutation();
  // As it was when the dialog was opened: nobody looks at what changes behind it.
  const [contentDigest] = useState(shownDigest);
  const [isRefused, setIsRefused] = useState(false);
  const missing = isRefused && !hasVisibleText(reason) ? text('signOff.skip.missing') : undefined;

  async function submit() {
    setIsRefused(true);
    if (!hasVisibleText(reason) || refuse(await publish({ entry, contentDigest, reason }))) return;
    onReason('');
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
      <Labelled label={text('signOff.skip.reason')} name="reason" required error={missing ?? refused.reason}>
        <Textarea
          value={reason}
          onChange={({ target }) => {
            forget('reason');
            onReason(target.value);
          }}
        />
      </Labelled>
    </FormDialog>
  );
}
