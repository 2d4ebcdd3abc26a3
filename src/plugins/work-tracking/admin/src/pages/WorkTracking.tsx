import { Page } from '@strapi/strapi/admin';
import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { permissionsFor, useMay } from '../permissions';
import { PAGES } from './pages';

/** All pages below the menu link; without a path, the first one that the person may open. */
export default function WorkTracking() {
  const may = useMay();
  const first = PAGES.find(({ action }) => may(action));
  return (
    <Suspense fallback={<Page.Loading />}>
      <Routes>
        {PAGES.map(({ path, action, Component }) => (
          <Route
            key={path}
            path={`${path}/*`}
            element={
              <Page.Protect permissions={permissionsFor(action)}>
                <Component />
              </Page.Protect>
            }
          />
        ))}
        <Route index element={first ? <Navigate replace to={first.path} /> : <Page.NoPermissions />} />
        <Route path="*" element={<Page.Error />} />
      </Routes>
    </Suspense>
  );
}
