import { Box, Flex, Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { isOwnType, OWN_TYPES } from '../api/documents';
import { Age } from '../components/Time';
import { statusColor, useStatusLabel } from '../hooks/statuses';
import { hasPermissions, listAnswer, watchActions } from '../host/answers';
import type { OwnAttribute } from '../host/forms';
import { changeByHook } from '../host/hooks';
import { putOn } from '../host/in-force';

/** A column of a list and a row, with the parts that are used here. */
interface Header extends SortableHeader {
  cellFormatter?: (row: Record<string, unknown>, header: Header) => ReactNode;
}

/**
 * Lets the content manager's lists show statuses by their names and times by how far away they are, and sort by what the
 * person may read.
 */
export const showReadableCells = (app: Pick<StrapiApp, 'registerHook'>): void =>
  putOn('host.lists', () =>
    changeByHook<{ displayedHeaders: Header[] }>(
      app,
      'host.lists',
      'Admin/CM/pages/ListView/inject-column-in-table',
      ({ displayedHeaders, ...others }) => ({
        ...others,
        displayedHeaders: displayedHeaders.map(sortableIfReadable).map(withReadableCells),
      }),
    ),
  );

function withReadableCells(header: Header): Header {
  const { name, attribute } = header;
  if (attribute?.ownType === undefined || header.cellFormatter) return header;
  if (attribute.type === 'datetime')
    return { ...header, cellFormatter: (row) => <TimeCell at={row[name]} /> };
  const hasStatus = name === 'state' && ['ticket', 'decision'].includes(attribute.ownType);
  return hasStatus ? { ...header, cellFormatter: (row) => <StatusCell status={row[name]} /> } : header;
}

function TimeCell({ at }: { at: unknown }) {
  return (
    <Typography textColor="neutral800">
      {typeof at === 'string' && at !== '' ? <Age since={at} /> : '-'}
    </Typography>
  );
}

function StatusCell({ status }: { status: unknown }) {
  const label = useStatusLabel();
  if (typeof status !== 'string') return '-';
  return (
    <Flex gap={2} tag="span">
      <Box tag="span" width="0.8rem" height="0.8rem" borderRadius="50%" background={statusColor(status)} />
      <Typography textColor="neutral800">{label(status)}</Typography>
    </Flex>
  );
}

/** Fields that no role is asked for. */
const EVERYBODYS = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'];

/** A right of one of the person's roles, as Strapi's panel gets it. */
interface Permission {
  action: string;
  subject?: string | null;
  /** Without fields, it is for all of them. */
  properties?: { fields?: string[] | null };
}

/** A column of a list: the part that is used here. */
interface SortableHeader {
  name: string;
  attribute?: OwnAttribute & { target?: string };
  /** The field by which a related record is shown, and by which the list is then sorted. */
  mainField?: { name: string };
  sortable?: boolean;
}

/** Undefined until the panel has read them. */
let permissions: readonly Permission[] | undefined;

/**
 * A middleware of the panel's store. It notes what the person may read; and where the server refuses a filter or a sort by
 * what they may not, has the content manager forget them: it would ask so again whenever the list is opened.
 */
export const watchLists = watchActions('host.lists', (action) => {
  if (hasPermissions(action)) permissions = action.payload as Permission[];
  const answer = listAnswer(action);
  if (answer && !answer.isFulfilled && isNotPermitted(answer.payload)) forgetList(answer.type);
});

const isNotPermitted = (error: unknown): boolean =>
  (Object(error) as { details?: { code?: string } }).details?.code === 'not_permitted';

/** The content manager keeps one list for each person. */
function forgetList(model: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(`STRAPI_LIST_VIEW_SETTINGS:${model}`)) localStorage.removeItem(key);
}

/** A list can't be sorted by a column that the person may not read: nothing is shown there. */
function sortableIfReadable<Header extends SortableHeader>(header: Header): Header {
  const { name, attribute, mainField } = header;
  if (attribute?.ownType === undefined) return header;
  const { ownType, target } = attribute;
  const isRelationReadable =
    target === undefined || !isOwnType(target) || mainField === undefined || canRead(target, mainField.name);
  return canRead(`${OWN_TYPES}${ownType}`, name) && isRelationReadable
    ? header
    : { ...header, sortable: false };
}

const canRead = (uid: string, field: string): boolean =>
  permissions === undefined ||
  EVERYBODYS.includes(field) ||
  permissions.some(
    ({ action, subject, properties }) =>
      action === 'plugin::content-manager.explorer.read' &&
      subject === uid &&
      (properties?.fields?.includes(field) ?? true),
  );
