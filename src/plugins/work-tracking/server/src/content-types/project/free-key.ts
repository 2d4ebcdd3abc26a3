import type { Core } from '@strapi/types';
import { RuleViolation } from '../../../../domain/rule-violation';
import { PROJECT } from '../../uids';

/**
 * Strapi's own sentence for a value that is taken does not say which; two at once meet the unique index.
 * @throws RuleViolation `key_taken`
 */
export async function assertKeyIsFree(strapi: Core.Strapi, key: string): Promise<void> {
  const taken = await strapi.db.query(PROJECT).count({ where: { key } });
  if (taken > 0) throw new RuleViolation('key_taken', 'There is already a project with that key.');
}
