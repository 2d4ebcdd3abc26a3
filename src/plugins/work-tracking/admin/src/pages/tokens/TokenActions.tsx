import { Accordion, Box, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import {
  useGetTokenActionsQuery,
  type NewToken,
  type ProjectToken,
  type TokenAction,
} from '../../api/projects';
import { QueryStates } from '../../components/QueryStates';
import { ReadingDialog } from '../../components/ReadingDialog';
import { useText } from '../../translations/messages';
import { translatedSentence } from '../../translations/sentences';

/** The actions of v1 that a token holds and those that it doesn't, each with what it opens. */
export function TokenActionsDialog({ token, onClose }: { token: ProjectToken; onClose: () => void }) {
  const text = useText();
  const actions = useGetTokenActionsQuery(undefined);
  const title = text('tokens.opens', { name: token.name });
  const isHeld = ({ action }: TokenAction) => token.scopes.includes(action);
  const isForAny = ({ heldFrom }: TokenAction) => heldFrom === 'any';
  return (
    <ReadingDialog title={title} onClose={onClose}>
      <QueryStates query={actions}>
        {(all) => (
          <Flex direction="column" alignItems="stretch" gap={5} style={{ overflowWrap: 'anywhere' }}>
            {token.opensMore && <Typography tag="p">{text('tokens.opens.more')}</Typography>}
            <ActionGroup title={text('tokens.opens.held')} actions={all.filter(isHeld)} />
            <ActionGroup title={text('tokens.opens.any')} actions={all.filter(isForAny)} />
            <ActionGroup
              title={text('tokens.opens.other')}
              actions={all.filter((action) => !isHeld(action) && !isForAny(action))}
            />
          </Flex>
        )}
      </QueryStates>
    </ReadingDialog>
  );
}

/** What a token opens that is issued with this access; collapsed at first. */
export function ActionsOfAccess({ access }: { access: NewToken['access'] }) {
  const text = useText();
  return (
    <Accordion.Root collapsible size="S">
      <Accordion.Item value="actions">
        <Accordion.Header>
          <Accordion.Trigger>{text('tokens.opens.new')}</Accordion.Trigger>
        </Accordion.Header>
        <Accordion.Content>
          <Box padding={4}>
            <Opened access={access} />
          </Box>
        </Accordion.Content>
      </Accordion.Item>
    </Accordion.Root>
  );
}

function Opened({ access }: { access: NewToken['access'] }) {
  const actions = useGetTokenActionsQuery(undefined);
  return (
    <QueryStates query={actions}>
      {(all) => (
        <ActionList actions={all.filter(({ heldFrom }) => access === 'full' || heldFrom !== 'full')} />
      )}
    </QueryStates>
  );
}

function ActionGroup({ title, actions }: { title: string; actions: readonly TokenAction[] }) {
  if (actions.length === 0) return null;
  return (
    <section aria-label={title}>
      <Typography tag="h3" variant="delta">
        {title}
      </Typography>
      <ActionList actions={actions} />
    </section>
  );
}

function ActionList({ actions }: { actions: readonly TokenAction[] }) {
  const { locale } = useIntl();
  return (
    <dl>
      {actions.map(({ action, opens }) => (
        <Box key={action} paddingTop={2} paddingBottom={2}>
          <Typography tag="dt" fontWeight="bold">
            {action}
          </Typography>
          <Typography tag="dd" textColor="neutral600">
            {translatedSentence(locale, opens)}
          </Typography>
        </Box>
      ))}
    </dl>
  );
}
