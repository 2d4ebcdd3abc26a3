import { Box, Divider, Flex, Link, Typography } from '@strapi/design-system';
import { Link as RouterLink } from 'react-router-dom';
import { offeredOptions, type Option } from '../../../../domain/decision';
import { actionName } from '../../../../domain/panel-actions';
import { useGetInboxDecisionQuery, type InboxDecision } from '../../api/decisions';
import { DECISION, formPath } from '../../api/documents';
import { ErrorBoundary } from '../../components/ErrorBoundary';
import { FirstItems } from '../../components/FirstItems';
import { shortened } from '../../components/LongText';
import { Markdown } from '../../components/Markdown';
import { QueryStates } from '../../components/QueryStates';
import { DESCRIPTION_LENGTH, ResolveForm } from '../../components/ResolveForm';
import { Age } from '../../components/Time';
import { useMay } from '../../hooks/permissions';
import { useText } from '../../translations/messages';
import { Resolution } from './Resolution';

interface DecisionProps {
  documentId: string;
  marker: string | undefined;
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

function QueriedDecision({ documentId, marker, onResolved }: DecisionProps) {
  const query = useGetInboxDecisionQuery({ documentId, marker }, { refetchOnMountOrArgChange: true });
  return (
    <QueryStates query={query}>
      {(decision) => <LoadedDecision decision={decision} onResolved={onResolved} />}
    </QueryStates>
  );
}

function LoadedDecision({ decision, onResolved }: { decision: InboxDecision; onResolved: () => void }) {
  const text = useText();
  const may = useMay();
  const { title, slug, project, createdAt, bodyMarkdown, frontmatter, state, documentId } = decision;
  const options = offeredOptions(frontmatter ?? {});
  return (
    <Box
      tag="article"
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      aria-label={title ?? slug ?? text('inbox.untitled')}
    >
      <Box padding={6}>
        <Flex justifyContent="space-between" alignItems="flex-start" gap={4}>
          <Typography tag="h2" variant="beta" minWidth={0} style={{ overflowWrap: 'anywhere' }}>
            {title ?? slug ?? text('inbox.untitled')}
          </Typography>
          <Link tag={RouterLink} to={formPath(DECISION, documentId)}>
            {text('inbox.edit')}
          </Link>
        </Flex>
        <Flex gap={2} paddingTop={1} paddingBottom={5}>
          <Typography variant="pi" textColor="neutral600">
            {[project?.key, slug].filter(Boolean).join(' · ')}
            {createdAt && ' · '}
            {createdAt && <Age since={createdAt} />}
          </Typography>
        </Flex>
        {bodyMarkdown ? (
          <Markdown>{bodyMarkdown}</Markdown>
        ) : (
          <Typography textColor="neutral600">{text('inbox.noBody')}</Typography>
        )}
      </Box>
      <Divider />
      <Box padding={6}>
        {state === 'resolved' ? (
          <Resolution decision={decision} options={options} />
        ) : may('decision.resolve') ? (
          <ResolveForm documentId={documentId} options={options} onResolved={onResolved} />
        ) : (
          <OptionList options={options} />
        )}
      </Box>
    </Box>
  );
}

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
