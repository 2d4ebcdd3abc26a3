import { Button, Flex, Link, Status, Textarea, Typography } from '@strapi/design-system';
import { useForm, useNotification } from '@strapi/strapi/admin';
import { useState, type ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { ContentFilter } from '../../../../domain/content';
import type { SignOffStanding } from '../../../../domain/sign-off';
import { hasVisibleText } from '../../../../domain/visible-text';
import type { ListedDecision } from '../../api/decisions';
import { DECISION, formPath } from '../../api/documents';
import {
  useAskForSignOffMutation,
  useGetSignOffQuery,
  usePublishWithoutSignOffMutation,
} from '../../api/work';
import { Labelled } from '../../components/fields';
import { FormDialog } from '../../components/FormDialog';
import { shortened } from '../../components/LongText';
import { Note } from '../../components/Note';
import { RequiredFields, useRequiredFields } from '../../components/RequiredFields';
import { useSignerNames } from '../../components/signer-names';
import { Age } from '../../components/Time';
import { useErrorNotification } from '../../hooks/errors';
import { useMay } from '../../hooks/permissions';
import { usePolling } from '../../hooks/polling';
import { useRefusedFields } from '../../hooks/refused-fields';
import { pagePath } from '../../navigation';
import { useText, type MessageId } from '../../translations/messages';

/** It follows what others do after this time. */
const REFRESH_MS = 5000;

const STATES: Record<
  SignOffStanding,
  { title: MessageId; variant: ComponentProps<typeof Status>['variant'] }
> = {
  not_asked: { title: 'signOff.not_asked', variant: 'secondary' },
  open: { title: 'signOff.open', variant: 'alternative' },
  approved: { title: 'signOff.approved', variant: 'success' },
  not_approved: { title: 'signOff.not_approved', variant: 'danger' },
  changed: { title: 'signOff.changed', variant: 'warning' },
};

interface SignOffProps {
  entry: ContentFilter;
  /** When the draft that the form shows was saved; undefined where it shows what is published. */
  shownAt: string | undefined;
}

/** Whether an entry may be published, and the next step where it may not. */
export function SignOff({ entry, shownAt }: SignOffProps) {
  const text = useText();
  const namesOf = useSignerNames();
  const { data: signOff } = useGetSignOffQuery(entry, usePolling(REFRESH_MS));
  if (!signOff) return null;
  const { state, decision, canAsk, canSkip, isPublishable, isPublished, skipped } = signOff;
  const shownDigest = signOff.updatedAt === shownAt ? signOff.contentDigest : null;
  const isKeptBack = !isPublishable && !isPublished;
  const { title, variant } = STATES[state];
  const names = namesOf(signOff);
  const isDone = state === 'open' || state === 'approved';
  return (
    <Flex tag="section" aria-label={text('signOff.title')} direction="column" alignItems="stretch" gap={2}>
      <Typography variant="omega" fontWeight="semiBold" tag="h3">
        {text('signOff.title')}
      </Typography>
      <div>
        <Status variant={variant} size="S">
          <Typography fontWeight="semiBold">{text(title)}</Typography>
        </Status>
      </div>
      {decision && <AboutDecision decision={decision} />}
      {state === 'open' && (
        <Note>{names === '' ? text('signOff.no_signers') : text('signOff.signers', { names })}</Note>
      )}
      {isKeptBack && state !== 'open' && <Note>{text('signOff.kept_back')}</Note>}
      {canAsk && !isDone && <Ask entry={entry} />}
      <SkipSignOff {...{ entry, shownDigest }} canSkip={canSkip && isKeptBack && shownAt !== undefined} />
      {skipped && state !== 'approved' && (
        <div style={{ overflowWrap: 'anywhere' }}>
          <Note tag="p">
            {text('signOff.skipped', { name: skipped.by })} · <Age since={skipped.at} />
          </Note>
          <Typography tag="p" variant="pi">
            {shortened(skipped.reason)}
          </Typography>
        </div>
      )}
    </Flex>
  );
}

/** Its title with a link, who has asked or resolved it and when, and what was said. */
function AboutDecision({ decision }: { decision: ListedDecision }) {
  const text = useText();
  const may = useMay();
  const { documentId, title, slug, state, note, isOwn, askedBy, resolvedBy, resolvedAt, createdAt } =
    decision;
  const inInbox = pagePath('inbox', `/${documentId}${state === 'resolved' ? '?status=resolved' : ''}`);
  const since = resolvedAt ?? createdAt;
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Link tag={RouterLink} to={may('decision.read') || isOwn ? inInbox : formPath(DECISION, documentId)}>
        {title ?? slug ?? documentId}
      </Link>
      <Note tag="p">
        {state === 'open' && askedBy?.name && `${text('inbox.askedBy', { name: askedBy.name })} · `}
        {resolvedBy && `${text('signOff.by', { name: resolvedBy.name })} · `}
        {since && <Age since={since} />}
      </Note>
      {note && (
        <Typography tag="p" variant="pi">
          {shortened(note)}
        </Typography>
      )}
    </div>
  );
}

function Ask({ entry }: { entry: ContentFilter }) {
  const text = useText();
  const isModified = useForm('SignOff', ({ modified }) => modified);
  const notifyError = useErrorNotification();
  const { toggleNotification } = useNotification();
  const [ask, { isLoading }] = useAskForSignOffMutation();
  const required = useRequiredFields('decision');
  const { refused, refusal, refuse, forget } = useRefusedFields(required.byName);
  const [isOpen, setOpen] = useState(false);
  const isDialog = required.fields.length > 0;
  async function submit() {
    const result = await ask({ entry, ...required.given });
    if (isDialog ? refuse(result) : notifyError(result)) return;
    setOpen(false);
    toggleNotification({ type: 'success', message: text('signOff.asked') });
  }
  return (
    <>
      <Button
        variant="secondary"
        disabled={isModified}
        loading={isLoading}
        onClick={() => (isDialog ? setOpen(true) : void submit())}
      >
        {text('signOff.ask')}
      </Button>
      {isModified && <Note>{text('signOff.save_first')}</Note>}
      {isOpen && (
        <FormDialog
          title={text('signOff.ask')}
          submit={text('signOff.ask')}
          isLoading={isLoading}
          isReady={required.isAskable}
          refusal={refusal}
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <RequiredFields {...{ required, refused, forget }} />
        </FormDialog>
      )}
    </>
  );
}

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
function SkipSignOff({ entry, shownDigest, canSkip }: SkipSignOffProps) {
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
