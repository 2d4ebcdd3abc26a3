import type { Core } from '@strapi/types';
import type { AuditAction } from '../../../domain/events';
import { recordChange } from '../events/outbox';
import type { Project } from '../records/project';
import { API_TOKEN } from '../uids';
import { ISSUED_HERE, PROJECT_BINDING } from './bindings';

interface TokenEvent {
  params: { where?: Record<string, unknown>; data?: Record<string, unknown> };
  result: { id: number } | null;
  state: { before?: Bound | undefined };
}

interface Bound {
  id: number;
  project: Project | null;
}

/**
 * Records when a token starts or stops opening a project: issued, bound, unbound, revoked (specification 6.2). One that
 * changes its project otherwise than by being issued no longer counts as issued here.
 */
export function subscribeTokenLifecycles(strapi: Core.Strapi): void {
  strapi.db.lifecycles.subscribe({
    models: [API_TOKEN],

    async afterCreate({ result }: TokenEvent) {
      if (result)
        await recordTokenChange(strapi, 'token.issued', await boundToken(strapi, { id: result.id }));
    },

    async beforeUpdate(event: TokenEvent) {
      event.state = { before: await boundToken(strapi, event.params.where) };
    },

    async afterUpdate({ params: { data }, state: { before } }: TokenEvent) {
      if (!before) return;
      const after = await boundToken(strapi, { id: before.id });
      if (after?.project?.id === before.project?.id) return;
      if (data?.[ISSUED_HERE] !== true) await takeBackIssuedMark(strapi, before.id);
      await recordTokenChange(strapi, 'token.revoked', before);
      await recordTokenChange(strapi, 'token.issued', after);
    },

    async beforeDelete(event: TokenEvent) {
      event.state = { before: await boundToken(strapi, event.params.where) };
    },

    async afterDelete({ state: { before } }: TokenEvent) {
      await recordTokenChange(strapi, 'token.revoked', before);
    },
  } as object);
}

/** A token that has left the project it was issued for is one of Settings → API Tokens, wherever it is bound next. */
const takeBackIssuedMark = (strapi: Core.Strapi, id: number): Promise<unknown> =>
  strapi.db.query(API_TOKEN).update({ where: { id, [ISSUED_HERE]: true }, data: { [ISSUED_HERE]: false } });

async function boundToken(
  strapi: Core.Strapi,
  where: Record<string, unknown> = {},
): Promise<Bound | undefined> {
  const token: { id: number; [PROJECT_BINDING]: Project | null } | null = await strapi.db
    .query(API_TOKEN)
    .findOne({ select: ['id'], where, populate: { [PROJECT_BINDING]: true } });
  return token ? { id: token.id, project: token[PROJECT_BINDING] } : undefined;
}

async function recordTokenChange(
  strapi: Core.Strapi,
  action: AuditAction,
  token: Bound | undefined,
): Promise<void> {
  if (!token?.project) return;
  await recordChange(strapi, {
    project: token.project,
    action,
    target: { type: 'token', id: String(token.id) },
  });
}
