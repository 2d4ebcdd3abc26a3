import { Flex, Typography } from '@strapi/design-system';
import type { Endpoint } from '../../api/deliveries';
import { useText } from '../../translations/messages';

/** A subscription's address, as far as the person may read it, and what keeps it from being sent to. */
export function EndpointName({ endpoint }: { endpoint: Endpoint }) {
  const text = useText();
  const { url, documentId, isDeleted, active } = endpoint;
  return (
    <Flex direction="column" alignItems="flex-start" maxWidth="36rem">
      <Typography ellipsis maxWidth="100%" title={url ?? documentId}>
        {url ?? documentId}
      </Typography>
      {(isDeleted || active === false) && (
        <Typography variant="pi" textColor="neutral600">
          {text(isDeleted ? 'deliveries.endpoint.deleted' : 'deliveries.endpoint.inactive')}
        </Typography>
      )}
    </Flex>
  );
}
