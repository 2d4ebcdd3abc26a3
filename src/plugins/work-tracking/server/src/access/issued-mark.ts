import type { Core } from '@strapi/types';
import { API_TOKEN } from '../uids';
import { isV1 } from './actions';
import { ISSUED_HERE } from './bindings';

/** The beginning of an issued token's description. */
export const DESCRIPTION_START = 'Opens project ';

interface Unmarked {
  id: number;
  type: string;
  description: string | null;
  permissions: { action: string }[];
}

/**
 * Decides for the tokens from before the mark was kept whether they were issued here. Those that were are of type
 * custom, hold actions of v1 alone, and have the description that issuing gives; all three can be changed in Settings →
 * API Tokens, and such a token counts as Strapi's own: it can be unbound here, and deleted there.
 */
export async function markIssuedTokens(strapi: Core.Strapi): Promise<void> {
  const tokens = strapi.db.query(API_TOKEN);
  const unmarked: Unmarked[] = await tokens.findMany({
    select: ['id', 'type', 'description'],
    where: { [ISSUED_HERE]: null },
    populate: { permissions: true },
  });
  for (const token of unmarked) {
    await tokens.update({ where: { id: token.id }, data: { [ISSUED_HERE]: wasIssued(token) } });
  }
}

const wasIssued = ({ type, description, permissions }: Unmarked): boolean =>
  type === 'custom' &&
  description?.startsWith(DESCRIPTION_START) === true &&
  permissions.length > 0 &&
  permissions.every(({ action }) => isV1(action));
