import { Page } from '@strapi/strapi/admin';
import { Route, Routes } from 'react-router-dom';
import { DeliveryList } from './DeliveryList';
import { DeliveryView } from './DeliveryView';

/** The deliveries console: the list, and each delivery below it. */
export default function DeliveriesPage() {
  return (
    <Routes>
      <Route index element={<DeliveryList />} />
      <Route path=":id" element={<DeliveryView />} />
      <Route path="*" element={<Page.Error />} />
    </Routes>
  );
}
