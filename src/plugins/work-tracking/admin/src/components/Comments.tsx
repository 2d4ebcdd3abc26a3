import { Flex, TextButton, Typography } from '@strapi/design-system';
import { useRef, useState } from 'react';
import { useAddCommentMutation, useGetCommentsQuery, type CommentTarget } from '../api/comments';
import { useCommentDraft } from '../hooks/drafts';
import { useOutcomeNotification } from '../hooks/errors';
import { useMay } from '../hooks/permissions';
import { usePolling } from '../hooks/polling';
import { useText } from '../translations/messages';
import { Comment, CommentForm } from './Comment';
import { QueryStates } from './QueryStates';

/** Other people's comments are shown after this time at most. */
const REFRESH_MS = 5000;

/** The comments on a ticket or a decision, oldest first, and a form for another. */
export function Comments({ target }: { target: CommentTarget }) {
  const text = useText();
  const may = useMay();
  const notifyOutcome = useOutcomeNotification();
  const [add, { isLoading }] = useAddCommentMutation();
  const [draft, setDraft] = useCommentDraft(target.id);
  // After writing a comment the user sees it, whichever page it is on.
  const [isUnfolded, setUnfolded] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const canWrite = may('comment.write');

  async function send(body: string): Promise<void> {
    if (!notifyOutcome(await add({ target, body }), text('comments.added'))) return;
    setDraft(undefined);
    setUnfolded(true);
  }

  return (
    <section aria-label={text('comments.title')}>
      <Typography tag="h3" variant="delta" ref={heading} tabIndex={-1} paddingBottom={3}>
        {text('comments.title')}
      </Typography>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <CommentPage
          {...{ target, canWrite, isUnfolded }}
          isFirst
          onDeleted={() => heading.current?.focus()}
        />
        {canWrite && (
          <CommentForm
            label={text('comments.new')}
            submit={text('comments.send')}
            typed={draft ?? ''}
            onType={setDraft}
            isLoading={isLoading}
            onSubmit={send}
          />
        )}
      </Flex>
    </section>
  );
}

interface CommentPageProps {
  target: CommentTarget;
  /** The place where the page begins; the oldest comment by default. */
  cursor?: string;
  canWrite: boolean;
  isFirst?: boolean;
  /** Are all later pages shown? */
  isUnfolded: boolean;
  onDeleted: () => void;
}

/** A page of comments, and a button to the next one. */
function CommentPage({ cursor, isFirst = false, ...props }: CommentPageProps) {
  const text = useText();
  const { target } = props;
  const [isNextShown, setNextShown] = useState(false);
  const page = useGetCommentsQuery(
    { target, cursor },
    { ...usePolling(REFRESH_MS), refetchOnMountOrArgChange: true },
  );
  return (
    <QueryStates query={page}>
      {({ comments, nextCursor }) => (
        <>
          {isFirst && comments.length === 0 && (
            <Typography textColor="neutral600">{text('comments.none')}</Typography>
          )}
          <Flex tag="ol" direction="column" alignItems="stretch" gap={2}>
            {comments.map((comment) => (
              <Comment key={comment.documentId} comment={comment} {...props} />
            ))}
          </Flex>
          {nextCursor !== null &&
            (isNextShown || props.isUnfolded ? (
              <CommentPage cursor={nextCursor} {...props} />
            ) : (
              <TextButton onClick={() => setNextShown(true)}>{text('comments.more')}</TextButton>
            ))}
        </>
      )}
    </QueryStates>
  );
}
