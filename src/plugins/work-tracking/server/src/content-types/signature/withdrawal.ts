import type { Core } from '@strapi/types';
import type { ContentReference } from '../../../../domain/content';
import { inBatches } from '../../database/batches';
import { tableOf } from '../../database/tables';
import { DECISION, SIGNATURE } from '../../uids';
import { idsAbout, lastingEntry } from '../content-reference/references';
import { entryColumns } from './signatures';

/** A decision that is deleted, or is about fewer entries than before. */
interface Withdrawn {
  id: number;
  resolvedAt: string | null;
  project: { id: number } | null;
}

/**
 * Takes back in the running transaction what people have signed of entries by a decision that is not about them any more,
 * and by those of its project that were resolved before it: an older approval does not count again in its place.
 * @param entries that the decision was about; one without a locale is every one
 */
export async function withdrawSignatures(
  strapi: Core.Strapi,
  { id: row, resolvedAt, project }: Withdrawn,
  entries: readonly ContentReference[],
): Promise<void> {
  if (resolvedAt === null || project === null) return;
  for (const { type, id, locale } of entries) {
    const entry = { type, id };
    await strapi.db.transaction(async ({ trx }) => {
      const signed = (decisions: readonly number[]) => {
        const rows = tableOf(strapi, SIGNATURE)
          .where(entryColumns(strapi, entry))
          .whereIn('decision_id', decisions)
          .transacting(trx);
        if (locale === null) return rows;
        return rows.where((one) => {
          void one.whereNull('entry_locale').orWhere({ entry_locale: locale });
        });
      };
      if ((await signed([row]).first('id')) === undefined) return;
      const until: { id: number }[] = await strapi.db.query(DECISION).findMany({
        select: ['id'],
        where: {
          id: {
            $in: idsAbout(strapi, 'decision', { projectId: project.id, entry: lastingEntry(strapi, entry) }),
          },
          resolvedAt: { $lte: resolvedAt },
        },
      });
      const rows = [row, ...until.map((decision) => decision.id)];
      await inBatches(rows, async (batch) => {
        await signed(batch).delete();
        return [];
      });
    });
  }
}
