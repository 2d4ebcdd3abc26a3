import { Box, Flex, Link, Table, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { actionName } from '../../../../domain/panel-actions';
import { useGetSignOffRulesQuery, type SignOffRules } from '../../api/work';
import { Note } from '../../components/Note';
import { QueryStates } from '../../components/QueryStates';
import { useSignerNames } from '../../components/signer-names';
import { TableHead } from '../../components/Table';
import { permissionsFor } from '../../hooks/permissions';
import { useLeftOut } from '../../host/in-force';
import { useText, type MessageId } from '../../translations/messages';

/** A page of Strapi's settings: the rule of each type, the people who may approve, and what is missing for that. */
export default function SignOffPage() {
  const text = useText();
  const query = useGetSignOffRulesQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Page.Protect permissions={permissionsFor('sign-off.read')}>
      <Page.Title>{text('signOff.title')}</Page.Title>
      <Page.Main>
        <Layouts.Header title={text('signOff.title')} subtitle={text('signOffRules.subtitle')} />
        <Layouts.Content>
          <NotInForce />
          <QueryStates
            query={query}
            isEmpty={({ types }) => types.length === 0}
            empty={text('signOffRules.empty')}
          >
            {(rules) => <Rules rules={rules} />}
          </QueryStates>
        </Layouts.Content>
      </Page.Main>
    </Page.Protect>
  );
}

const RULES = { asked: 'signOffRules.asked', always: 'signOffRules.always' } as const;

const COLUMNS = ['signOffRules.type', 'signOffRules.rule'] as const;

function Rules({ rules }: { rules: SignOffRules }) {
  const text = useText();
  const namesOf = useSignerNames();
  const { types, project, approvals, signers } = rules;
  const missing = missingFor(rules);
  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      {missing && (
        <Box background="warning100" borderColor="warning200" hasRadius padding={4} role="status">
          <Typography tag="p">
            {text(missing, {
              project: project?.key ?? '',
              name: signers[0] ?? '',
              permission: actionName('decision.resolve'),
            })}
          </Typography>
        </Box>
      )}
      <Part title="signOffRules.types">
        <Table colCount={COLUMNS.length} rowCount={types.length + 1}>
          <TableHead columns={COLUMNS} />
          <Tbody>
            {types.map(({ type, name, rule }) => (
              <Tr key={type}>
                <Td>
                  <Typography>{name}</Typography> <Note>{type}</Note>
                </Td>
                <Td>
                  <Typography style={{ whiteSpace: 'normal' }}>{text(RULES[rule])}</Typography>
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      </Part>
      <Part title="signOffRules.project">
        <Typography>{[project?.key, project?.name].filter(Boolean).join(' · ')}</Typography>
      </Part>
      <Part title="signOffRules.approvals">
        <Typography>{approvals.join(', ')}</Typography>
      </Part>
      <Part title="signOffRules.signers">
        <Typography style={{ overflowWrap: 'anywhere' }}>
          {namesOf(rules) || text('signOffRules.nobody')}
        </Typography>
        <Note tag="p">
          {text('signOffRules.others')}{' '}
          <Link tag={RouterLink} to="/settings/roles">
            {text('signOffRules.roles')}
          </Link>
        </Note>
      </Part>
    </Flex>
  );
}

/** The text that says why nobody can approve anything; undefined when somebody can. */
function missingFor({ project, signers }: SignOffRules): MessageId | undefined {
  if (!project?.name) return 'signOffRules.missing.project';
  if (signers.length === 0) return 'signOffRules.missing.signers';
  return signers.length === 1 ? 'signOffRules.missing.second' : undefined;
}

function Part({ title, children }: { title: MessageId; children: ReactNode }) {
  const text = useText();
  return (
    <section aria-label={text(title)}>
      <Typography tag="h2" variant="delta" paddingBottom={2} display="block">
        {text(title)}
      </Typography>
      {children}
    </section>
  );
}

/** What of the plugin does not fit the Strapi that runs; nothing when all of it does. */
function NotInForce() {
  const text = useText();
  const leftOut = useLeftOut();
  if (leftOut.length === 0) return null;
  return (
    <Box
      background="warning100"
      borderColor="warning200"
      hasRadius
      padding={4}
      marginBottom={6}
      role="status"
    >
      <Typography tag="p">{text('host.title')}</Typography>
      {leftOut.map(({ change, reason }) => (
        <Typography key={`${change} ${reason}`} tag="p" style={{ overflowWrap: 'anywhere' }}>
          {text('host.notInForce', { what: text(change), reason })}
        </Typography>
      ))}
    </Box>
  );
}
