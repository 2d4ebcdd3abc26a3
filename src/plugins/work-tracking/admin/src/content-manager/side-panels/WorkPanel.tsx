import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { lazy, Suspense } from 'react';
import { isOwnType } from '../../api/documents';
import { useGetDecisionsAboutQuery, useGetSignOffQuery, useGetTicketsAboutQuery } from '../../api/work';
import { ErrorBoundary } from '../../components/ErrorBoundary';
import { useMay, useMayAsk } from '../../hooks/permissions';
import { useText } from '../../translations/messages';

const Work = lazy(() => import('./Work'));

/** Beside an entry of the application: the tickets and decisions about it, for who may read either, and its sign-off. */
export const WorkPanel: PanelComponent = ({ model, document, activeTab }) => {
  const text = useText();
  const may = useMay();
  const mayAsk = useMayAsk();
  const id = document?.documentId ?? '';
  const entry = { type: model, id, locale: document?.locale ?? undefined };
  const isEntry = id !== '' && !isOwnType(model);
  // Asked once: beside a type that no work can be about, nothing is shown, and nothing asked again.
  const request = { ...entry, isEnded: false };
  const { data: tickets } = useGetTicketsAboutQuery(request, { skip: !isEntry || !may('board.read') });
  const { data: decisions } = useGetDecisionsAboutQuery(request, {
    skip: !isEntry || !(may('decision.read') || mayAsk),
  });
  const { data: signOff } = useGetSignOffQuery(entry, { skip: !isEntry });
  if (!isEntry || (!tickets && !decisions && !signOff)) return null;
  return {
    title: text('work.title'),
    content: (
      // Its code may be gone from the server since the panel was opened; the entry's form stays.
      <ErrorBoundary fallback={text('host.unshowable')}>
        <Suspense fallback={null}>
          <Work
            key={`${id} ${entry.locale}`}
            entry={entry}
            shownAt={activeTab === 'published' ? undefined : document?.updatedAt}
            may={{ tickets: Boolean(tickets), decisions: Boolean(decisions), signOff: Boolean(signOff) }}
          />
        </Suspense>
      </ErrorBoundary>
    ),
  };
};
