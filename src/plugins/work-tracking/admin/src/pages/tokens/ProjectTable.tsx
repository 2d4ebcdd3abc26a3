import { IconButton, Link, Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { Key, Pencil } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { Link as RouterLink } from 'react-router-dom';
import type { ListedProject } from '../../api/projects';
import { CellActions } from '../../components/CellActions';
import { useMay } from '../../permissions';
import { useText, type MessageId } from '../../translations/messages';
import { BASE_PATH } from '../pages';
import { INITIAL_TICKET_STATUS } from '../../../../domain/ticket';

interface ProjectTableProps {
  projects: readonly ListedProject[];
  /** Not there for whoever may not. */
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
];

export function ProjectTable({ projects, onEdit, onIssue }: ProjectTableProps) {
  const text = useText();
  const may = useMay();
  return (
    <Table colCount={COLUMNS.length + 1} rowCount={projects.length + 1}>
      <Thead>
        <Tr>
          {COLUMNS.map((column) => (
            <Th key={column}>
              <Typography variant="sigma" textColor="neutral600">
                {text(column)}
              </Typography>
            </Th>
          ))}
          <Th>
            <Typography variant="sigma" textColor="neutral600">
              {text('table.actions')}
            </Typography>
          </Th>
        </Tr>
      </Thead>
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
                <Counted to={may('board.read') && `/${BASE_PATH}/board?project=${documentId}`}>
                  {text('projects.tickets.count', {
                    open: counts.tickets[INITIAL_TICKET_STATUS] ?? 0,
                    total: Object.values(counts.tickets).reduce((sum, count) => sum + count, 0),
                  })}
                </Counted>
              )}
            </Td>
            <Td>
              {counts.openDecisions !== undefined && (
                <Counted to={may('decision.read') && `/${BASE_PATH}/inbox?project=${documentId}`}>
                  <Count>{counts.openDecisions}</Count>
                </Counted>
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

/** Leads to what is counted, where the person may see it. */
function Counted({ to, children }: { to: string | false; children: React.ReactNode }) {
  if (!to) return <Typography>{children}</Typography>;
  return (
    <Link tag={RouterLink} to={to}>
      {children}
    </Link>
  );
}
