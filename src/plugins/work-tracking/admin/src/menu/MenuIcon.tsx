import { Badge } from '@strapi/design-system';
import { Stack } from '@strapi/icons';
import type { SVGProps } from 'react';
import { styled } from 'styled-components';
import { useGetAttentionQuery } from '../api/subscriptions';
import { useMay } from '../hooks/permissions';
import { usePolling } from '../hooks/polling';

const REFRESH_MS = 60_000;

/** A badge has room for two digits. */
const MAX_SHOWN = 99;

/**
 * The icon of the menu link, with the number of disabled subscriptions and dead deliveries. A menu link's own
 * `notificationsCount` can't change once the link is registered.
 */
export function MenuIcon(props: SVGProps<SVGSVGElement>) {
  const canRead = useMay()('delivery.read');
  const { data } = useGetAttentionQuery(undefined, {
    skip: !canRead,
    ...usePolling(REFRESH_MS),
    // The menu makes its icons anew whenever it is drawn.
    refetchOnMountOrArgChange: REFRESH_MS / 1000,
  });
  const count = data ? data.disabled + data.dead : 0;
  return (
    <>
      <Stack {...props} />
      {count > 0 && (
        <Counter
          position="absolute"
          top="-0.8rem"
          left="1.7rem"
          backgroundColor="danger600"
          data-count={count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        />
      )}
    </>
  );
}

/** Like the menu's own badges. The link has a fixed name, with which a text in it would be at odds. */
const Counter = styled(Badge)`
  border-radius: ${({ theme }) => theme.spaces[10]};
  height: 2rem;

  &::after {
    content: attr(data-count);
    color: ${({ theme }) => theme.colors.neutral0};
    font-size: ${({ theme }) => theme.fontSizes[0]};
    font-weight: ${({ theme }) => theme.fontWeights.bold};
  }
`;
