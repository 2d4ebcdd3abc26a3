import { Page } from '@strapi/strapi/admin';
import { lazy, Suspense, type ComponentType } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { UnknownPage } from '../components/PageFrame';
import { permissionsForPages, useMayOpen } from '../hooks/permissions';
import { PAGES, type PageName } from '../navigation';

/** Each is loaded when it is first opened. */
const COMPONENTS: Record<PageName, ComponentType> = {
  board: lazy(() => import('./board/BoardPage')),
  inbox: lazy(() => import('./inbox/InboxPage')),
  deliveries: lazy(() => import('./deliveries/DeliveriesPage')),
  subscriptions: lazy(() => import('./subscriptions/SubscriptionsPage')),
  tokens: lazy(() => import('./tokens/TokensPage')),
};

/** All pages below the menu link; the link itself opens the first page that the user may see. */
export default function PageRouter() {
  const first = PAGES.find(useMayOpen());
  return (
    <Suspense fallback={<Page.Loading />}>
      <Routes>
        {PAGES.map((page) => {
          const Component = COMPONENTS[page.name];
          return (
            <Route
              key={page.name}
              path={`${page.name}/*`}
              element={
                <Page.Protect permissions={permissionsForPages(page)}>
                  <Component />
                </Page.Protect>
              }
            />
          );
        })}
        <Route index element={first ? <Navigate replace to={first.name} /> : <Page.NoPermissions />} />
        <Route path="*" element={first ? <UnknownPage /> : <Page.NoPermissions />} />
      </Routes>
    </Suspense>
  );
}
