import { RuleViolation } from '../../../domain/rule-violation';

/** Lifecycles of a type that the service alone writes, straight to its table: nobody else can, through any door. */
export function machineWritten(plural: string) {
  const refuse = (): never => {
    throw new RuleViolation('read_only', `${plural} are written by the service alone.`);
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
