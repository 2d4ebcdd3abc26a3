import { Box, Flex, Status, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import { formPath, SUBSCRIPTION } from '../../api/documents';
import type { Health, LastError, Subscription } from '../../api/subscriptions';
import { CellLink } from '../../components/Table';
import { Age, Timestamp } from '../../components/Time';
import { pagePath } from '../../navigation';
import { useText } from '../../translations/messages';
import { translatedSentence } from '../../translations/sentences';

/** The URL, which opens the subscription's form, and its project. */
export function Name({ subscription: { documentId, url, project } }: { subscription: Subscription }) {
  return (
    <Box maxWidth="32rem">
      <FormLink to={formPath(SUBSCRIPTION, documentId)} title={url}>
        {url}
      </FormLink>
      {project && (
        <Typography tag="div" variant="pi" textColor="neutral600">
          {project.key}
        </Typography>
      )}
    </Box>
  );
}

/** Says whether the subscription is active; if not, why; and since when it fails. */
export function State({
  subscription: { active, disabledReason, failingSince },
}: {
  subscription: Subscription;
}) {
  const text = useText();
  const { locale } = useIntl();
  const isFailing = Boolean(failingSince);
  return (
    <Flex direction="column" alignItems="flex-start" gap={1} maxWidth="24rem">
      {active !== undefined && (
        <Status
          size="S"
          width="max-content"
          variant={active ? (isFailing ? 'danger' : 'success') : disabledReason ? 'danger' : 'neutral'}
        >
          <Typography tag="span" variant="omega" fontWeight="bold">
            {text(
              active ? (isFailing ? 'subscription.failing' : 'subscription.active') : 'subscription.inactive',
            )}
          </Typography>
        </Status>
      )}
      {active === false && disabledReason && <Note>{translatedSentence(locale, disabledReason)}</Note>}
      {failingSince && (
        <Note>
          {text('subscriptions.failingSince')}{' '}
          <Timestamp at={failingSince} dateStyle="medium" timeStyle="short" />
        </Note>
      )}
    </Flex>
  );
}

/** Nothing was attempted: there is no share then. */
const shareOf = ({ delivered, failing, dead }: Health): number | null => {
  const tried = delivered + failing + dead;
  return tried === 0 ? null : delivered / tried;
};

/** The share of the last day's deliveries that arrived, and what became of them. */
export function HealthFigures({ subscription: { documentId, health } }: { subscription: Subscription }) {
  const text = useText();
  const { formatNumber } = useIntl();
  if (!health) return <Note>–</Note>;
  const share = shareOf(health);
  if (share === null) return <Note>{text('subscriptions.health.none')}</Note>;
  // Rounded down, so that it is 100 % only when all have arrived.
  const percent = formatNumber(Math.floor(share * 1000) / 1000, {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  return (
    <Flex direction="column" alignItems="flex-start">
      <CellLink to={pagePath('deliveries', `?subscription=${encodeURIComponent(documentId)}&period=day`)}>
        {text('subscriptions.health.share', { percent })}
      </CellLink>
      <Note>
        {text('subscriptions.health.counts', {
          delivered: health.delivered,
          failing: health.failing,
          dead: health.dead,
        })}
      </Note>
      {health.isPartial && <Note>{text('subscriptions.health.partial')}</Note>}
    </Flex>
  );
}

/** The last failed attempt in words, and when it was. */
export function LastFailure({ error }: { error: LastError | null | undefined }) {
  const text = useText();
  if (!error?.result) return <Note>–</Note>;
  const { result, statusCode, message, startedAt } = error;
  return (
    <Box maxWidth="28rem">
      <Typography tag="div">
        {text(`deliveries.result.${result}`)}
        {typeof statusCode === 'number' && ` (HTTP ${statusCode})`}
      </Typography>
      {message && (
        <Note ellipsis title={message}>
          {message}
        </Note>
      )}
      {startedAt && (
        <Note>
          <Age since={startedAt} />
        </Note>
      )}
    </Box>
  );
}

const Note = styled(Typography).attrs({ tag: 'div', variant: 'pi', textColor: 'neutral600' })`
  max-width: 100%;
  white-space: ${({ ellipsis }) => (ellipsis ? 'nowrap' : 'normal')};
  overflow-wrap: anywhere;
`;

const FormLink = styled(CellLink)`
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
