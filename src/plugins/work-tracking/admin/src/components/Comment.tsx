import { Button, Dialog, Flex, IconButton, Textarea } from '@strapi/design-system';
import { Pencil, Trash } from '@strapi/icons';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { styled } from 'styled-components';
import { MAX_COMMENT_LENGTH } from '../../../domain/comment';
import {
  useChangeCommentMutation,
  useDeleteCommentMutation,
  type Comment as CommentData,
  type CommentTarget,
} from '../api/comments';
import { useCommentDraft } from '../hooks/drafts';
import { useOutcomeNotification } from '../hooks/errors';
import { useEditButton } from '../hooks/focus';
import { isSubmitKey } from '../hooks/shortcut';
import { useText } from '../translations/messages';
import { ConfirmDialog } from './ConfirmDialog';
import { Labelled } from './fields';
import { Markdown } from './Markdown';
import { Note } from './Note';
import { Age } from './Time';

interface CommentProps {
  target: CommentTarget;
  comment: CommentData;
  /** May the user write comments? Only then one's own can be changed. */
  canWrite: boolean;
  /** Gives the focus to what is left when this one is deleted. */
  onDeleted: () => void;
}

/** One comment: who said it, when, and what; and for its author how to change and delete it. */
export function Comment({ target, comment, canWrite, onDeleted }: CommentProps) {
  const text = useText();
  const notifyOutcome = useOutcomeNotification();
  const [change, { isLoading }] = useChangeCommentMutation();
  const { documentId, author, body, createdAt, updatedAt, isOwn } = comment;
  const [draft, setDraft] = useCommentDraft(documentId);
  const [isEditing, setEditing] = useState(isOwn && canWrite && draft !== undefined);
  const edit = useEditButton(isEditing);
  const isDeleted = useRef(false);

  // Not before it is gone: until then the dialog gives the focus back to the button that opened it.
  useEffect(
    () => () => {
      if (isDeleted.current) onDeleted();
    },
    [],
  );

  async function save(typed: string): Promise<void> {
    const result = await change({ target, documentId, body: typed });
    if (notifyOutcome(result, text('comments.changed'))) close();
  }

  function close() {
    setDraft(undefined);
    setEditing(false);
  }

  return (
    <Item>
      <Flex justifyContent="space-between" alignItems="center" gap={2}>
        <Note style={{ overflowWrap: 'anywhere' }}>
          <strong>{author.name}</strong>
          {author.type === 'admin' ? '' : ` · ${text(`history.by.${author.type}`)}`}
          {' · '}
          <Age since={createdAt} />
          {updatedAt === createdAt ? '' : ` · ${text('comments.edited')}`}
        </Note>
        {isOwn && canWrite && !isEditing && (
          <Flex gap={1}>
            <IconButton
              ref={edit}
              size="XS"
              variant="ghost"
              label={text('comments.edit')}
              onClick={() => setEditing(true)}
            >
              <Pencil />
            </IconButton>
            <DeleteButton
              target={target}
              documentId={documentId}
              onDelete={() => {
                isDeleted.current = true;
              }}
            />
          </Flex>
        )}
      </Flex>
      {isEditing ? (
        <CommentForm
          label={text('comments.edit')}
          submit={text('comments.save')}
          typed={draft ?? body}
          onType={(typed) => setDraft(typed === body ? undefined : typed)}
          isLoading={isLoading}
          // One that was kept opens with the page, which has the focus elsewhere.
          takesFocus={draft === undefined}
          onSubmit={save}
          onCancel={close}
        />
      ) : (
        <Markdown>{body}</Markdown>
      )}
    </Item>
  );
}

interface DeleteButtonProps {
  target: CommentTarget;
  documentId: string;
  /** It will be gone. */
  onDelete: () => void;
}

function DeleteButton({ target, documentId, onDelete }: DeleteButtonProps) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const [remove, { isLoading }] = useDeleteCommentMutation();
  return (
    <Dialog.Root open={isAsking} onOpenChange={setAsking}>
      <Dialog.Trigger>
        <IconButton size="XS" variant="ghost" label={text('comments.delete')}>
          <Trash />
        </IconButton>
      </Dialog.Trigger>
      <ConfirmDialog
        title={text('comments.delete')}
        confirm={text('comments.delete.confirm')}
        done={text('comments.deleted')}
        isLoading={isLoading}
        act={() => {
          onDelete();
          return remove({ target, documentId });
        }}
        onDone={() => setAsking(false)}
      >
        {text('comments.delete.warning')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}

interface CommentFormProps {
  /** A name for the field, that says its purpose. */
  label: string;
  /** The text of the submit button. */
  submit: string;
  typed: string;
  onType: (typed: string) => void;
  isLoading: boolean;
  /** Does the field take the focus when it comes? */
  takesFocus?: boolean;
  onSubmit: (body: string) => Promise<void>;
  /** Adds a button to cancel. */
  onCancel?: () => void;
}

/** Writes or changes a comment. Ctrl+Enter sends it. */
export function CommentForm(props: CommentFormProps) {
  const { label, submit, typed, onType, isLoading, takesFocus = false, onSubmit, onCancel } = props;
  const text = useText();
  const isEmpty = typed.trim() === '';

  function send(event: SyntheticEvent) {
    event.preventDefault();
    if (isEmpty || isLoading) return;
    void onSubmit(typed);
  }

  return (
    <form onSubmit={send} noValidate>
      <Flex direction="column" alignItems="stretch" gap={2}>
        <Labelled label={label} hint={text('comments.hint')}>
          <Textarea
            value={typed}
            maxLength={MAX_COMMENT_LENGTH}
            // Send the text as it is shown; the field is emptied when it has arrived.
            readOnly={isLoading}
            autoFocus={takesFocus}
            onChange={({ target }) => onType(target.value)}
            onKeyDown={(event) => {
              if (isSubmitKey(event)) send(event);
            }}
          />
        </Labelled>
        <Flex gap={2} justifyContent="flex-end">
          {onCancel && (
            <Button variant="tertiary" size="S" disabled={isLoading} onClick={onCancel}>
              {text('action.cancel')}
            </Button>
          )}
          <Button type="submit" variant="secondary" size="S" loading={isLoading} disabled={isEmpty}>
            {submit}
          </Button>
        </Flex>
      </Flex>
    </form>
  );
}

const Item = styled.li`
  padding: ${({ theme }) => theme.spaces[3]};
  background: ${({ theme }) => theme.colors.neutral100};
  border-radius: ${({ theme }) => theme.borderRadius};
`;
