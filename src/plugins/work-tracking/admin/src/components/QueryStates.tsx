import { Button, EmptyStateLayout, Flex, Loader, Typography } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { EmptyDocuments } from '@strapi/icons/symbols';
import type { ReactNode } from 'react';
import { useErrorText, type PanelError } from '../hooks/errors';
import { useText } from '../translations/messages';

/** The part of what RTK Query's hooks return that is used here. */
export interface Query<Data> {
  /** The last response; it stays while it is read again. */
  data?: Data | undefined;
  error?: PanelError | undefined;
  refetch: () => unknown;
}

interface QueryStatesProps<Data> {
  query: Query<Data>;
  /** Is there nothing to show? Never by default. */
  isEmpty?: (data: Data) => boolean;
  /** The sentence for that. */
  empty?: string;
  emptyAction?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * The four states of data from the server: loading, failed (with the error's sentence and a button to try again), empty
 * and filled. What was read once stays visible when reading it again fails.
 */
export function QueryStates<Data>({ query, isEmpty, empty, emptyAction, children }: QueryStatesProps<Data>) {
  const text = useText();
  if (query.data === undefined)
    return query.error ? <Failed query={query} error={query.error} /> : <Loading />;
  if (isEmpty?.(query.data)) {
    return (
      <EmptyStateLayout
        icon={<EmptyDocuments width="16rem" />}
        content={empty ?? text('state.empty')}
        action={emptyAction}
        hasRadius
        shadow="tableShadow"
      />
    );
  }
  return children(query.data);
}

/** Says so where what is shown could not be read again. */
export function RefreshError({ query: { data, error } }: { query: Query<unknown> }) {
  const errorText = useErrorText();
  return data !== undefined && error ? (
    <Typography tag="p" role="alert" textColor="danger600" paddingBottom={2}>
      {errorText(error)}
    </Typography>
  ) : null;
}

function Loading() {
  const text = useText();
  return (
    <Flex justifyContent="center" padding={8} aria-busy>
      <Loader>{text('state.loading')}</Loader>
    </Flex>
  );
}

function Failed({ query, error }: { query: Query<unknown>; error: PanelError }) {
  const text = useText();
  const errorText = useErrorText();
  return (
    <div role="alert">
      <EmptyStateLayout
        icon={<WarningCircle width="4rem" height="4rem" fill="danger600" />}
        content={errorText(error)}
        action={
          <Button variant="secondary" onClick={() => void query.refetch()}>
            {text('state.retry')}
          </Button>
        }
        hasRadius
        shadow="tableShadow"
      />
    </div>
  );
}
