import { IconButton, Typography } from '@strapi/design-system';
import { Stack } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import chunk from 'lodash/chunk';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { MAX_COUNTED_ENTRIES } from '../../../domain/content';
import { DECISION, isOwnType, TICKET } from '../api/documents';
import { isOpenWorkShown, useGetOpenWorkQuery, useShowOpenWorkMutation } from '../api/open-work';
import { ErrorBoundary } from '../components/ErrorBoundary';
import { useMayAsk, useMayRead } from '../hooks/permissions';
import { listAnswer, watchActions } from '../host/answers';
import { changeByHook } from '../host/hooks';
import { guarded, putOn } from '../host/in-force';
import { addTypeOption } from '../host/type-options';
import { message, useText } from '../translations/messages';

/** A list; its options are those of its type. */
interface List {
  displayedHeaders: object[];
  layout: { options: { hasOpenWork?: boolean } };
}

/**
 * Gives the lists of types that work can be about a button that shows and hides a column with the number of tickets and
 * decisions that are open.
 */
export const addOpenWork = (app: Pick<StrapiApp, 'getPlugin' | 'registerHook'>): void =>
  putOn('host.openWork', () => {
    addTypeOption('host.openWork', 'hasOpenWork', isOpenWorkShown);
    changeByHook<List>(
      app,
      'host.openWork',
      'Admin/CM/pages/ListView/inject-column-in-table',
      ({ displayedHeaders, layout, ...others }) => ({
        ...{ ...others, layout },
        displayedHeaders: layout.options.hasOpenWork ? [...displayedHeaders, COLUMN] : displayedHeaders,
      }),
    );
    app.getPlugin('content-manager').injectComponent('listView', 'actions', {
      name: 'work-tracking-open-work',
      Component: GuardedToggle,
    });
  });

const GuardedToggle = () => (
  <ErrorBoundary fallback={null}>
    <OpenWorkToggle />
  </ErrorBoundary>
);

const COLUMN = {
  name: 'workTrackingOpenWork',
  label: message('openWork.title'),
  attribute: { type: 'custom' },
  searchable: false,
  sortable: false,
  cellFormatter: (row: ListedEntry, _header: object, list: { model: string }): ReactNode =>
    guarded('host.openWork', () => <OpenWorkCell type={list.model} row={row} />, null),
};

function useMayReadWork(): boolean {
  const mayRead = useMayRead();
  const mayAsk = useMayAsk();
  return mayAsk || mayRead(TICKET) || mayRead(DECISION);
}

function OpenWorkCell({ type, row: { documentId, locale } }: { type: string; row: ListedEntry }) {
  const ids = listedWith(type, documentId);
  const skip = !useMayReadWork();
  const { data } = useGetOpenWorkQuery({ type, ids, locale: locale ?? undefined }, { skip });
  // Neither before the answer nor without one is it known that there is none.
  if (!data) return null;
  const count = data.find(({ id }) => id === documentId)?.count;
  return <Typography textColor="neutral800">{count || '-'}</Typography>;
}

/** Shown to those who may read such work, for types that it can be about; and where there is a column to hide. */
function OpenWorkToggle() {
  const text = useText();
  const mayRead = useMayReadWork();
  const { slug: type = '' } = useParams();
  const [show] = useShowOpenWorkMutation();
  const skip = isOwnType(type) || !mayRead;
  // Asks about no entry, only whether the server counts for this type.
  const { data } = useGetOpenWorkQuery({ type, ids: [], locale: undefined }, { skip });
  const isShown = isOpenWorkShown(type);
  if (!data && !isShown) return null;
  return (
    <IconButton
      label={text(isShown ? 'openWork.hide' : 'openWork.show')}
      onClick={() => void show({ type, isShown: !isShown })}
    >
      <Stack fill={isShown ? 'primary600' : undefined} />
    </IconButton>
  );
}

/** An entry in a list of the content manager. */
interface ListedEntry {
  documentId: string;
  locale?: string | null;
}

/** The ids of the entries that a list has shown together with one, by its type and id: the same for each of them. */
const pages = new Map<string, readonly string[]>();

const keyOf = (type: string, id: string): string => `${type} ${id}`;

/** A middleware of the panel's store. It notes which entries a list shows, so that all are counted by one request. */
export const watchListedEntries = watchActions('host.openWork', (action) => {
  const answer = listAnswer(action);
  if (!answer?.isFulfilled) return;
  const { results = [] } = answer.payload as { results?: readonly ListedEntry[] };
  const ids = [...new Set(results.map(({ documentId }) => documentId))].sort();
  for (const page of chunk(ids, MAX_COUNTED_ENTRIES)) {
    for (const id of page) pages.set(keyOf(answer.type, id), page);
  }
});

/** The ids of entries to count together with one, that one among them. */
const listedWith = (type: string, id: string): readonly string[] => pages.get(keyOf(type, id)) ?? [id];
