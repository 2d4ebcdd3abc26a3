import { Badge } from '@strapi/design-system';
import { Stack } from '@strapi/icons';
import { useEffect, useId, useRef, type SVGProps } from 'react';
import { styled } from 'styled-components';
import { useGetAttentionQuery, type Attention } from '../api/subscriptions';
import { useCountText } from '../components/Count';
import { useMay } from '../hooks/permissions';
import { usePolling } from '../hooks/polling';
import { useText } from '../translations/messages';

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
  const { disabled, dead } = data ?? NOTHING;
  const count = disabled + dead;
  return (
    <>
      <Stack {...props} />
      {count > 0 && (
        <>
          <Counter
            position="absolute"
            top="-0.8rem"
            left="1.7rem"
            backgroundColor="danger600"
            data-count={count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
          />
          <LinkName disabled={disabled} dead={dead} />
        </>
      )}
    </>
  );
}

const NOTHING: Attention = { disabled: 0, dead: 0 };

/** The name of the menu link, with the numbers that the badge adds up. */
function LinkName({ disabled, dead }: Attention) {
  const text = useText();
  const shown = useCountText();
  const id = useId();
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // Strapi's menu gives the link an `aria-label`, so that nothing in the link is read out; this one takes precedence.
    const link = element.current?.closest('a');
    link?.setAttribute('aria-labelledby', id);
    return () => link?.removeAttribute('aria-labelledby');
  }, [id]);
  const parts = [
    text('plugin.name'),
    ...(disabled > 0 ? [text('menu.disabled', { count: disabled, shown: shown(disabled) })] : []),
    ...(dead > 0 ? [text('menu.dead', { count: dead, shown: shown(dead) })] : []),
  ];
  return (
    <span ref={element} id={id} hidden>
      {parts.join(', ')}
    </span>
  );
}

/** Like the menu's own badges. Its number is no text, which would be at odds with the name of the link. */
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
