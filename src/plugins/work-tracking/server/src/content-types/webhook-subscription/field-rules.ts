import { assertSecret } from '../../../../domain/secret';
import { assertUrl, checkedEventTypes } from '../../../../domain/subscription';
import { configOf } from '../../config';
import type { Subscription } from '../../records/subscription';
import { unlessKept, type FieldRulesOf } from '../../write/rules';

/** The rules of a subscription's fields (specification 2.3 and 7). */
export const subscriptionFieldRules: FieldRulesOf<Subscription> = (strapi, before) => ({
  url: unlessKept(before, 'url', (url) => assertUrl(url, configOf(strapi).delivery)),
  eventTypes: checkedEventTypes,
  // Code may write back the encrypted secret that it has read.
  secret: unlessKept(before, 'secret', assertSecret),
});
