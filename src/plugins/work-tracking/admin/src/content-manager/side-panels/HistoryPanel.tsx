import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { recordType } from '../../api/documents';
import { History } from '../../components/History';
import { useMay } from '../../hooks/permissions';
import { useText } from '../../translations/messages';

/** Beside a ticket, a decision or a subscription: its audit entries, newest first. */
export const HistoryPanel: PanelComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const type = recordType(model);
  if (type === undefined || !document?.documentId || !may('audit.read')) return null;
  const record = { type, model, documentId: document.documentId };
  return { title: text('history.title'), content: <History record={record} /> };
};
