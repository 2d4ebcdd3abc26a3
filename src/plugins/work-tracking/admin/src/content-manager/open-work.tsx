import { IconButton, Typography } from '@strapi/design-system';
import { Stack } from '@strapi/icons';
import { adminApi, type StrapiApp } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { isOpenWorkShown, useGetOpenWorkQuery, useShowOpenWorkMutation } from '../api/open-work';
import { useMay } from '../hooks/permissions';
import { message, useText } from '../translations/messages';
import { listedWith, type ListedEntry } from './listed-entries';
import { isOwnType } from './own-types';

/** How the content manager shows a type, as far as it is used here. */
interface Views {
  contentType: { uid: string; options?: object };
}

interface ViewsQuery {
  transformResponse?: (...answer: unknown[]) => Views;
}

/** A list; its options are those of its type. */
interface List {
  displayedHeaders: object[];
  layout: { options: { hasOpenWork?: boolean } };
}

/**
 * Gives the lists of types that work can be about a button that shows and hides a column with the number of tickets and
 * decisions that are open.
 */
export function addOpenWork(app: Pick<StrapiApp, 'getPlugin' | 'registerHook'>): void {
  adminApi.enhanceEndpoints({
    endpoints: {
      getContentTypeConfiguration(definition: ViewsQuery) {
        const { transformResponse } = definition;
        if (transformResponse)
          definition.transformResponse = (...answer) => withOpenWork(transformResponse(...answer));
      },
    },
  });
  app.registerHook(
    'Admin/CM/pages/ListView/inject-column-in-table',
    ({ displayedHeaders, layout, ...others }: List) => ({
      ...{ ...others, layout },
      displayedHeaders: layout.options.hasOpenWork ? [...displayedHeaders, COLUMN] : displayedHeaders,
    }),
  );
  app.getPlugin('content-manager').injectComponent('listView', 'actions', {
    name: 'work-tracking-open-work',
    Component: OpenWorkToggle,
  });
}

/** The list's hook learns nothing of its type but its options. */
const withOpenWork = (views: Views): Views => {
  const { contentType } = views;
  const hasOpenWork = isOpenWorkShown(contentType.uid);
  return { ...views, contentType: { ...contentType, options: { ...contentType.options, hasOpenWork } } };
};

const COLUMN = {
  name: 'workTrackingOpenWork',
  label: message('openWork.title'),
  attribute: { type: 'custom' },
  searchable: false,
  sortable: false,
  cellFormatter: (row: ListedEntry, _header: object, { model }: { model: string }): ReactNode => (
    <OpenWorkCell type={model} row={row} />
  ),
};

function useMayReadWork(): boolean {
  const may = useMay();
  return may('board.read') || may('decision.read');
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
