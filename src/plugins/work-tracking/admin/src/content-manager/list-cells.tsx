import { Box, Flex, Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { Age } from '../components/Time';
import { statusColor, useStatusLabel } from '../hooks/statuses';
import { changeByHook } from '../host/hooks';
import { putOn } from '../host/in-force';
import { sortableIfReadable, type SortableHeader } from './readable-lists';

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
