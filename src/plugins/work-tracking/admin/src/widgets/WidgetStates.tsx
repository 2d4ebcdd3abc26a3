import { Widget } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
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

/** A number and its label, as a link to what is counted. */
export const CountLink = styled(Link)`
  display: flex;
  align-items: baseline;
  gap: ${({ theme }) => theme.spaces[3]};
  padding: ${({ theme }) => `${theme.spaces[2]} ${theme.spaces[3]}`};
  border-radius: ${({ theme }) => theme.borderRadius};
  color: inherit;
  text-decoration: none;

  &:hover {
    background: ${({ theme }) => theme.colors.neutral100};
  }

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
  }
`;
