import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import omit from 'lodash/omit';
import { INITIAL_DECISION_STATUS } from '../../../domain/decision';
import { INITIAL_TICKET_STATUS } from '../../../domain/ticket';
import { attributesOf } from '../records/custom-fields';
import { DECISION, SUBSCRIPTION, TICKET } from '../uids';
import { changedAttributes } from './changes';
import type { DocumentWrite } from './document-write';

type Values = Record<string, unknown>;

/** The attributes that a clone starts with, like any new record, instead of copying them. */
const FRESH: Record<string, Values> = {
  [TICKET]: { state: INITIAL_TICKET_STATUS },
  [DECISION]: {
    state: INITIAL_DECISION_STATUS,
    verdict: null,
    optionId: null,
    note: null,
    resolvedAt: null,
  },
  // The stored secret is encrypted; a copy would take the encrypted text for the secret.
  [SUBSCRIPTION]: { secret: null },
};

/**
 * Lets "Duplicate" in the panel and `clone` in code create a record that the rules for new ones accept. The panel's
 * form sends back the original's own values: they count as not given, and another value is judged by the rules.
 * @param original null when there is none: Strapi answers that
 */
export function resetClonedFields(
  strapi: Core.Strapi,
  { uid, params }: DocumentWrite,
  original: object | null,
): void {
  if (original === null) return;
  // Strapi 5.54 stores null in place of one that is given, and can't clone such a record again.
  const data = omit(params.data, 'publishedAt');
  const given = changedAttributes(strapi, uid, original, data).filter(
    (name) => data[name] !== null && data[name] !== '',
  );
  params.data = { ...asJsonText(strapi, uid, data), ...omit(FRESH[uid], given) };
}

/**
 * Strapi merges what is given for a clone into what the original has, lists and objects too: keys and entries that were
 * taken away would stay. A text replaces them, and the type's lifecycles read it.
 */
function asJsonText(strapi: Core.Strapi, uid: string, data: Values): Values {
  const attributes = attributesOf(strapi, uid);
  return mapValues(data, (value, name) =>
    attributes[name]?.type === 'json' && typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : value,
  );
}
