import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { lazy, Suspense, useState } from 'react';
import { useGetDecisionsAboutQuery, useGetTicketsAboutQuery, type WorkRequest } from '../../api/work';
import { useMay } from '../../hooks/permissions';
import { usePolling } from '../../hooks/polling';
import { useText } from '../../translations/messages';
import { isOwnType } from '../own-types';

const Work = lazy(() => import('./Work'));

const REFRESH_MS = 5000;

/** Beside an entry of the application: the tickets and decisions about it, for who may read either. */
export const WorkPanel: PanelComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const [isEnded, setEnded] = useState(false);
  const documentId = document?.documentId ?? '';
  const locale = document?.locale ?? undefined;
  const entry: WorkRequest = { type: model, documentId, locale, isEnded };
  const isEntry = documentId !== '' && !isOwnType(model);
  const polling = usePolling(REFRESH_MS);
  const { data: tickets } = useGetTicketsAboutQuery(entry, {
    skip: !isEntry || !may('board.read'),
    ...polling,
  });
  const { data: decisions } = useGetDecisionsAboutQuery(entry, {
    skip: !isEntry || !may('decision.read'),
    ...polling,
  });
  if (!isEntry || (!tickets && !decisions)) return null;
  return {
    title: text('work.title'),
    content: (
      <Suspense fallback={null}>
        <Work
          entry={entry}
          tickets={tickets ?? undefined}
          decisions={decisions ?? undefined}
          onEnded={setEnded}
        />
      </Suspense>
    ),
  };
};
