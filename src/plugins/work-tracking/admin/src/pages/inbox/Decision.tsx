import { Box, Divider, Flex, Link, Typography } from '@strapi/design-system';
import { lazy, Suspense, useEffect, useRef, type RefObject } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { offeredOptions, type DecisionStatus, type Option } from '../../../../domain/decision';
import { actionName } from '../../../../domain/panel-actions';
import { useGetInboxDecisionQuery, type InboxDecision } from '../../api/decisions';
import { DECISION, formPath } from '../../api/documents';
import { Comments } from '../../components/Comments';
import { ErrorBoundary } from '../../components/ErrorBoundary';
import { FirstItems } from '../../components/Lists';
import { shortened } from '../../components/LongText';
import { Markdown } from '../../components/Markdown';
import { Note } from '../../components/Note';
import { DESCRIPTION_LENGTH } from '../../components/OptionChoice';
import { QueryStates, RefreshError } from '../../components/QueryStates';
import { Age } from '../../components/Time';
import { EMPTY_DRAFT, isEmptyDraft, useDraft } from '../../hooks/drafts';
import { isFocusLost } from '../../hooks/focus';
import { useMay, useMayRead } from '../../hooks/permissions';
import { useShownContent } from '../../hooks/shown-content';
import { useText } from '../../translations/messages';
import { DecisionContent } from './DecisionContent';
import { InboxForm } from './InboxForm';
import { Resolution } from './Resolution';
import { useReveal, type Asked } from './reveal';
import { UnsentDraft } from './UnsentDraft';

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

interface OutcomeProps extends Pick<LoadedDecisionProps, 'decision' | 'onResolved'> {
  /** Whether what is to be signed is shown above. */
  isContentShown: boolean;
}

/** The form for an open decision, the resolution of a resolved one. */
function Outcome({ decision, isContentShown, onResolved }: OutcomeProps) {
  const may = useMay();
  const { documentId, frontmatter, state, contentDigest, approvals } = decision;
  const options = offeredOptions(frontmatter ?? {});
  const [draft, setDraft] = useDraft(documentId);
  const outcome = useFocusWhenResolved(state);
  if (state === 'open' && may('decision.resolve')) {
    return (
      <InboxForm
        {...{ documentId, options, contentDigest, approvals, isContentShown, draft, onResolved }}
        onDraft={setDraft}
      />
    );
  }
  const discard = () => {
    setDraft(EMPTY_DRAFT);
    outcome.current?.focus();
  };
  return (
    <Box padding={6}>
      {state === 'open' ? (
        <OptionList options={options} />
      ) : (
        <Resolution ref={outcome} decision={decision} options={options} />
      )}
      {state === 'resolved' && !isEmptyDraft(draft) && (
        <UnsentDraft draft={draft} options={options} onDiscard={discard} />
      )}
    </Box>
  );
}

/** Somebody else's resolution takes the form away; the focus, if it was there, goes to what is in its place. */
function useFocusWhenResolved(state: DecisionStatus): RefObject<HTMLHeadingElement> {
  const outcome = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'open' && state === 'resolved' && isFocusLost()) outcome.current?.focus();
    before.current = state;
  }, [state]);
  return outcome;
}

/** An element that gets the focus by the keyboard scrolls into sight above the bar that resolves. */
const Article = styled(Box)`
  scroll-margin-top: ${({ theme }) => theme.spaces[4]};

  :is(a, button, input, textarea, [tabindex]) {
    scroll-margin-bottom: 8rem;
  }
`;

/** For users who may not resolve decisions. */
function OptionList({ options }: { options: readonly Option[] }) {
  const text = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {options.length > 0 && (
        <Typography tag="h3" variant="delta">
          {text('resolve.options')}
        </Typography>
      )}
      <FirstItems items={options}>
        {(shown) =>
          shown.map(({ id, title, description }) => (
            <Box key={id} style={{ overflowWrap: 'anywhere' }}>
              <Typography fontWeight="semiBold">{shortened(title)}</Typography>
              {typeof description === 'string' && (
                <Typography textColor="neutral600">{shortened(description, DESCRIPTION_LENGTH)}</Typography>
              )}
            </Box>
          ))
        }
      </FirstItems>
      <Typography textColor="neutral600">
        {text('inbox.mayNotResolve', { permission: actionName('decision.resolve') })}
      </Typography>
    </Flex>
  );
}
