import { Widget } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { useErrorText, type PanelError } from '../errors';

interface WidgetStatesProps<Data> {
  query: { data?: Data | undefined; error?: PanelError | undefined };
  isEmpty: (data: Data) => boolean;
  /** What to say then. */
  empty: string;
  children: (data: Data) => ReactNode;
}

/** The four states of a widget, as Strapi's own widgets show them. */
export function WidgetStates<Data>({ query, isEmpty, empty, children }: WidgetStatesProps<Data>) {
  const errorText = useErrorText();
  if (query.data === undefined) {
    return query.error ? <Widget.Error>{errorText(query.error)}</Widget.Error> : <Widget.Loading />;
  }
  return isEmpty(query.data) ? <Widget.NoData>{empty}</Widget.NoData> : children(query.data);
}
