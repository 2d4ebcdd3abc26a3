import { Button, Flex, Textarea } from '@strapi/design-system';
import type { SyntheticEvent } from 'react';
import { MAX_COMMENT_LENGTH } from '../../../domain/comment';
import { isSubmitKey } from '../hooks/shortcut';
import { useText } from '../translations/messages';
import { Labelled } from './fields';

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
