import { IconButton, Link, Table, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import { Key, Pencil } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { Link as RouterLink } from 'react-router-dom';
import { INITIAL_TICKET_STATUS } from '../../../../domain/ticket';
import type { ListedProject } from '../../api/projects';
import { CellActions, TableHead } from '../../components/Table';
import { useMay } from '../../hooks/permissions';
import { pagePath } from '../../navigation';
import { useText, type MessageId } from '../../translations/messages';

interface ProjectTableProps {
  projects: readonly ListedProject[];
  /** Undefined for a user who may not. */
  onEdit: ((documentId: string) => void) | undefined;
  onIssue: ((documentId: string) => void) | undefined;
}

const COLUMNS: readonly MessageId[] = [
  'projects.key',
  'projects.name',
  'projects.venture',
  'projects.tickets',
  'projects.openDecisions',
  'projects.subscriptions',
  'projects.tokens',
  'table.actions',
];

export function ProjectTable({ projects, onEdit, onIssue }: ProjectTableProps) {
  const text = useText();
  const may = useMay();
  return (
    <Table colCount={COLUMNS.length} rowCount={projects.length + 1}>
      <TableHead columns={COLUMNS} />
      <Tbody>
        {projects.map(({ documentId, key, name, ventureKey, counts }) => (
          <Tr key={documentId}>
            <Td>
              <Typography fontWeight="semiBold">{key}</Typography>
            </Td>
            <Td>
              <Typography>{name}</Typography>
            </Td>
            <Td>
              <Typography textColor="neutral600">{ventureKey}</Typography>
            </Td>
            <Td>
              {counts.tickets && (
                <CountLink to={may('board.read') && pagePath('board', `?project=${documentId}`)}>
                  {text('projects.tickets.count', {
                    open: counts.tickets[INITIAL_TICKET_STATUS] ?? 0,
                    total: Object.values(counts.tickets).reduce((sum, count) => sum + count, 0),
                  })}
                </CountLink>
              )}
            </Td>
            <Td>
              {counts.openDecisions !== undefined && (
                <CountLink to={may('decision.read') && pagePath('inbox', `?project=${documentId}`)}>
                  <Count>{counts.openDecisions}</Count>
                </CountLink>
              )}
            </Td>
            <Td>
              {counts.subscriptions !== undefined && (
                <Typography>
                  <Count>{counts.subscriptions}</Count>
                </Typography>
              )}
            </Td>
            <Td>
              <Typography>
                <Count>{counts.tokens}</Count>
              </Typography>
            </Td>
            <Td>
              <CellActions>
                {onIssue && (
                  <IconButton
                    variant="ghost"
                    label={text('tokens.issueFor', { key })}
                    onClick={() => onIssue(documentId)}
                  >
                    <Key />
                  </IconButton>
                )}
                {onEdit && (
                  <IconButton
                    variant="ghost"
                    label={text('projects.edit', { key })}
                    onClick={() => onEdit(documentId)}
                  >
                    <Pencil />
                  </IconButton>
                )}
              </CellActions>
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

const Count = ({ children }: { children: number }) => <>{useIntl().formatNumber(children)}</>;

/** A link to what is counted, if the user may open that page. */
function CountLink({ to, children }: { to: string | false; children: React.ReactNode }) {
  if (!to) return <Typography>{children}</Typography>;
  return (
    <Link tag={RouterLink} to={to}>
      {children}
    </Link>
  );
}
