import { Flex, Typography } from '@strapi/design-system';
import { useGetFailedDeliveriesQuery, type FailedDeliveries } from '../api/deliveries';
import { useCountText } from '../components/Count';
import { pagePath } from '../navigation';
import { useText, type MessageId } from '../translations/messages';
import { CountLink, WidgetStates } from './WidgetStates';

/** `state` is the filter of the deliveries page that each number links to. */
const COUNTS: readonly { name: keyof FailedDeliveries; state: string; label: MessageId }[] = [
  { name: 'dead', state: 'dead', label: 'widget.deliveries.dead' },
  { name: 'failing', state: 'pending', label: 'widget.deliveries.failing' },
];

/** The deliveries that were given up in the last day, and those that fail now. */
export default function DeliveriesWidget() {
  const text = useText();
  const countText = useCountText();
  const query = useGetFailedDeliveriesQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <WidgetStates
      query={query}
      isEmpty={({ dead, failing }) => dead + failing === 0}
      empty={text('widget.deliveries.none')}
    >
      {(counts) => (
        <Flex direction="column" alignItems="stretch" gap={2}>
          {COUNTS.map(({ name, state, label }) => (
            <CountLink key={name} to={pagePath('deliveries', `?state=${state}&period=day`)}>
              <Typography variant="beta" textColor={counts[name] > 0 ? 'danger600' : 'neutral600'}>
                {countText(counts[name])}
              </Typography>
              <Typography textColor="neutral800">{text(label)}</Typography>
            </CountLink>
          ))}
        </Flex>
      )}
    </WidgetStates>
  );
}
