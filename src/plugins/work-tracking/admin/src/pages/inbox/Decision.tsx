import { Box, Divider, Flex, Link, Typography } from '@strapi/design-system';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { styled } from 'styled-components';
import type { ContentReference } from '../../../../domain/content';
import {
  useChangeDecisionContentMutation,
  useGetInboxDecisionQuery,
  type InboxDecision,
} from '../../api/decisions';
import { DECISION, formPath } from '../../api/documents';
import { useMayChooseEntries } from '../../api/entries';
import { Comments } from '../../components/Comments';
import ContentList from '../../components/ContentList';
import { ErrorBoundary } from '../../components/ErrorBoundary';
import { Markdown } from '../../components/Markdown';
import { Note } from '../../components/Note';
import { QueryStates, RefreshError } from '../../components/QueryStates';
import { Age } from '../../components/Time';
import { useErrorNotification } from '../../hooks/errors';
import { useInTurn } from '../../hooks/in-turn';
import { useMayRead } from '../../hooks/permissions';
import { useShownContent } from '../../hooks/shown-content';
import { useText } from '../../translations/messages';
import { Fact, Facts, Outcome } from './Outcome';
import { useReveal, type Asked } from './reveal';

// Loaded where there is something to sign.
const EntryChanges = lazy(() => import('../../components/EntryChanges'));

interface DecisionProps {
  documentId: string;
  marker: string | undefined;
  /** The decision that the user was taken to last. */
  asked: Asked | undefined;
  onResolved: () => void;
}

/** One decision: its body, and the form that resolves it or its resolution. */
export function Decision(props: DecisionProps) {
  return (
    <ErrorBoundary fallback={<Unshowable documentId={props.documentId} />}>
      <QueriedDecision {...props} />
    </ErrorBoundary>
  );
}

/** Where a decision can't be rendered, so that the others can still be opened and resolved. */
function Unshowable({ documentId }: { documentId: string }) {
  const text = useText();
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={6} role="alert">
      <Typography tag="p" paddingBottom={2}>
        {text('inbox.unshowable')}
      </Typography>
      <Link tag={RouterLink} to={formPath(DECISION, documentId)}>
        {text('inbox.edit')}
      </Link>
    </Box>
  );
}

function QueriedDecision({ documentId, marker, ...props }: DecisionProps) {
  const query = useGetInboxDecisionQuery({ documentId, marker }, { refetchOnMountOrArgChange: true });
  return (
    <QueryStates query={query}>
      {(decision) => (
        <>
          <RefreshError query={query} />
          <LoadedDecision decision={decision} onOlder={query.refetch} {...props} />
          <Box background="neutral0" hasRadius shadow="tableShadow" padding={6} marginTop={4}>
            <Comments target={{ type: 'decision', id: documentId }} />
          </Box>
        </>
      )}
    </QueryStates>
  );
}

interface LoadedDecisionProps extends Pick<DecisionProps, 'asked' | 'onResolved'> {
  decision: InboxDecision;
  /** When its content is not what the decision said of it when it was read. */
  onOlder: () => unknown;
}

function LoadedDecision({ decision, asked, onOlder, onResolved }: LoadedDecisionProps) {
  const text = useText();
  const mayRead = useMayRead();
  const { title, slug, project, askedBy, createdAt, bodyMarkdown, documentId, contentDigest } = decision;
  const { box, heading } = useReveal(documentId, asked);
  const { isShown, show } = useShownContent(contentDigest, onOlder);
  return (
    <Article
      ref={box}
      tag="article"
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      aria-label={title ?? slug ?? text('inbox.untitled')}
    >
      <Box padding={6}>
        <Flex justifyContent="space-between" alignItems="flex-start" gap={4}>
          <Typography
            ref={heading}
            tag="h2"
            variant="beta"
            minWidth={0}
            tabIndex={-1}
            style={{ overflowWrap: 'anywhere' }}
          >
            {title ?? slug ?? text('inbox.untitled')}
          </Typography>
          {mayRead(DECISION) && (
            <Link tag={RouterLink} to={formPath(DECISION, documentId)}>
              {text('inbox.edit')}
            </Link>
          )}
        </Flex>
        <Flex gap={2} paddingTop={1} paddingBottom={5}>
          <Note>
            {[project?.key, slug, askedBy?.name && text('inbox.askedBy', { name: askedBy.name })]
              .filter(Boolean)
              .join(' · ')}
            {createdAt && ' · '}
            {createdAt && <Age since={createdAt} />}
          </Note>
        </Flex>
        <DecisionContent key={documentId} decision={decision} />
        {decision.state === 'open' && contentDigest !== null && (
          <Suspense fallback={null}>
            <EntryChanges documentId={documentId} contentDigest={contentDigest} onShown={show} />
          </Suspense>
        )}
        {bodyMarkdown ? (
          <Markdown>{bodyMarkdown}</Markdown>
        ) : (
          <Typography textColor="neutral600">{text('inbox.noBody')}</Typography>
        )}
      </Box>
      <Divider />
      <Outcome decision={decision} isContentShown={isShown} onResolved={onResolved} />
    </Article>
  );
}

const NONE: readonly ContentReference[] = [];

/** What the user has made of the content, and the version that it was or became. */
interface OwnChange {
  version: number;
  content: readonly ContentReference[];
}

/** The entries that a decision is about. Each change is saved by itself, one after another, under the version that was shown. */
function DecisionContent({ decision }: { decision: InboxDecision }) {
  const { documentId, version, content, isContentEditable } = decision;
  const [change] = useChangeDecisionContentMutation();
  const notifyError = useErrorNotification();
  const [own, setOwn] = useState<OwnChange>();
  const saved = useRef(0);
  const inTurn = useInTurn();
  const mayChoose = useMayChooseEntries(isContentEditable);
  // Until the decision is read again, it is older than the user's own change.
  const shown = own && own.version >= version ? own.content : (content ?? NONE);
  if (shown.length === 0 && !mayChoose) return null;

  async function save(next: readonly ContentReference[]) {
    const result = await change({ documentId, version: Math.max(version, saved.current), content: next });
    if (notifyError(result)) {
      setOwn(undefined);
      return;
    }
    saved.current = result.data.version;
    // A newer change is shown already.
    setOwn((newest) => newest && { ...newest, version: result.data.version });
  }

  return (
    <Box paddingBottom={5}>
      <Facts>
        <Fact label="ticket.content">
          <ContentList
            content={shown}
            isEditable={isContentEditable}
            onChange={(next) => {
              setOwn({ version: Math.max(version, saved.current), content: next });
              void inTurn(() => save(next));
            }}
          />
        </Fact>
      </Facts>
    </Box>
  );
}

/** An element that gets the focus by the keyboard scrolls into sight above the bar that resolves. */
const Article = styled(Box)`
  scroll-margin-top: ${({ theme }) => theme.spaces[4]};

  :is(a, button, input, textarea, [tabindex]) {
    scroll-margin-bottom: 8rem;
  }
`;
