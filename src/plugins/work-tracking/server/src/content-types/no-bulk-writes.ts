import { RuleViolation } from '../../../domain/rule-violation';

/** Bulk writes skip the lifecycles of the single rows, and with them the rules and the events. */
export function noBulkWrites(plural: string) {
  const refuse = (): never => {
    throw new RuleViolation(
      'bulk_write_refused',
      `Write ${plural} one by one: in bulk their rules are not kept.`,
    );
  };
  return { beforeCreateMany: refuse, beforeUpdateMany: refuse, beforeDeleteMany: refuse };
}
