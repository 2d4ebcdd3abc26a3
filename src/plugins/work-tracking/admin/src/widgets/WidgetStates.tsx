import { Widget } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { useErrorText, type PanelError } from '../hooks/errors';

interface WidgetStatesProps<Data> {
  query: { data?: Data | undefined; error?: PanelError | undefined };
  isEmpty: (data: Data) => boolean;
  /** The sentence for that. */
  empty: string;
  children: (data: Data) => ReactNode;
}

/** The four states of a widget (loading, failed, empty, filled), in the look of Strapi's own widgets. */
export function WidgetStates<Data>({ query, isEmpty, empty, children }: WidgetStatesProps<Data>) {
  const errorText = useErrorText();
  if (query.data === undefined) {
    return query.error ? <Widget.Error>{errorText(query.error)}</Widget.Error> : <Widget.Loading />;
  }
  return isEmpty(query.data) ? <Widget.NoData>{empty}</Widget.NoData> : children(query.data);
}
