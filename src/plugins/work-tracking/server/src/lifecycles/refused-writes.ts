import { WorkTrackingError } from '../../../domain/errors';

/** Lifecycles of the read-only types. The service writes them directly to their tables; nobody else can. */
export function readOnlyLifecycles(plural: string) {
  const refuse = (): never => {
    throw new WorkTrackingError('read_only', { message: `${plural} are written by the service alone.` });
  };
  return {
    beforeCreate: refuse,
    beforeUpdate: refuse,
    beforeDelete: refuse,
    beforeCreateMany: refuse,
    beforeUpdateMany: refuse,
    beforeDeleteMany: refuse,
  };
}

/**
 * Refuses bulk writes: they would skip the lifecycles of the single rows, and with them the rules and the events.
 */
export function noBulkWrites(plural: string) {
  const refuse = (): never => {
    throw new WorkTrackingError('bulk_write_refused', {
      message: `Write ${plural} one by one: in bulk their rules are not kept.`,
    });
  };
  return { beforeCreateMany: refuse, beforeUpdateMany: refuse, beforeDeleteMany: refuse };
}
