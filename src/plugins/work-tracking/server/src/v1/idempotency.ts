import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { v7 as uuidv7 } from 'uuid';
import { invalidField, WorkTrackingError } from '../../../domain/errors';
import { HOUR_MS } from '../../../domain/period';
import { configOf } from '../config';
import { databaseNow } from '../database/clock';
import { tableOf } from '../database/tables';
import { IDEMPOTENCY_KEY } from '../uids';
import { storedHash } from './idempotency-hashes';

const HEADER = 'Idempotency-Key';

/** The most characters of a key. */
export const MAX_KEY_LENGTH = 255;

/** Visible ASCII characters. */
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${MAX_KEY_LENGTH}}$`);

/**
 * How long a request whose process has died blocks its repetition. One that takes longer can be overtaken by its
 * repetition: it is rolled back then.
 */
const CLAIM_MS = 10_000;

const RETRY_AFTER_S = 1;

/** An answer as it was sent. */
export interface KeptAnswer {
  status: number;
  etag: string | null;
  /** The body. */
  answer: string;
}

/** Keeps the answer, in the running transaction. @throws WorkTrackingError `request_in_progress` when overtaken */
export type Keep = (answer: () => KeptAnswer) => Promise<void>;

interface KeyRow {
  id: number;
  request_hash: string;
  claim: string;
  claimed_until: Date | number | string;
  status: number | null;
  etag: string | null;
  answer: string | null;
}

/**
 * @returns undefined for a request without a key
 * @throws WorkTrackingError `validation_failed`
 */
export function readKey(ctx: Context): string | undefined {
  const key = ctx.req.headers[HEADER.toLowerCase()] as string | undefined;
  if (key === undefined || KEY.test(key)) return key;
  throw invalidField(HEADER, `${HEADER} must have 1 to ${MAX_KEY_LENGTH} visible ASCII characters.`);
}

/** A request that may be sent again. */
export interface KeyedRequest {
  key: string;
  /** The caller and the address of the key: with another of these it is another key. */
  scope: readonly string[];
  /** What must be the same when the key comes again. */
  content: string;
}

/**
 * Carries a request out once, however often it comes with its key (specification 4.9).
 * @param run is given what keeps the answer, for the transaction of the write
 * @returns the answer that the request was given before; undefined when `run` has run
 * @throws WorkTrackingError `idempotency_key_reused`, `request_in_progress`
 */
export async function oncePerKey(
  strapi: Core.Strapi,
  request: KeyedRequest,
  run: (keep: Keep) => Promise<void>,
): Promise<KeptAnswer | undefined> {
  const claimed = await claim(strapi, request);
  if (!(claimed instanceof Claim)) return claimed;
  try {
    await run((answer) => claimed.keep(answer()));
  } catch (error) {
    // A claim that can't be released ends by itself.
    await claimed.release().catch((fault: unknown) => strapi.log.error(fault));
    throw error;
  }
  return undefined;
}

/** Claims a request, or finds its answer. A claim is committed at once, so that a repetition sees it. */
async function claim(
  strapi: Core.Strapi,
  { key, scope, content }: KeyedRequest,
): Promise<Claim | KeptAnswer> {
  const keyHash = storedHash(strapi, JSON.stringify([...scope, key]));
  const requestHash = storedHash(strapi, content);
  const claimId = uuidv7();
  const rows = () => tableOf(strapi, IDEMPOTENCY_KEY).where({ key_hash: keyHash });
  const now = databaseNow();
  const own = {
    request_hash: requestHash,
    claim: claimId,
    claimed_until: new Date(now.getTime() + CLAIM_MS),
  };
  await tableOf(strapi, IDEMPOTENCY_KEY)
    .insert({ ...own, document_id: claimId, key_hash: keyHash, created_at: now, updated_at: now })
    .onConflict('key_hash')
    .ignore();
  const [row] = (await rows().select('*')) as KeyRow[];
  if (row?.claim === claimId) return new Claim(strapi, keyHash, claimId);
  // It was released since.
  if (!row) throw inProgress();
  const { status, etag, answer } = row;
  if (status !== null && answer !== null) {
    if (row.request_hash !== requestHash) throw new WorkTrackingError('idempotency_key_reused');
    return { status, etag, answer };
  }
  if (new Date(row.claimed_until) > now) throw inProgress();
  // Its answer is kept for as long as any other, from now on.
  const taken = await rows()
    .where({ claim: row.claim })
    .whereNull('status')
    .update({ ...own, created_at: now });
  if (taken === 0) throw inProgress();
  return new Claim(strapi, keyHash, claimId);
}

/** A request that is carried out here and nowhere else, unless it takes so long that its repetition takes it over. */
class Claim {
  constructor(
    private readonly strapi: Core.Strapi,
    private readonly keyHash: string,
    private readonly id: string,
  ) {}

  async keep({ status, etag, answer }: KeptAnswer): Promise<void> {
    await this.strapi.db.transaction(async ({ trx }) => {
      const kept = await this.unanswered()
        .update({ status, etag, answer, updated_at: databaseNow() })
        .transacting(trx);
      if (kept === 0) throw inProgress();
    });
  }

  async release(): Promise<void> {
    await this.unanswered().delete();
  }

  private unanswered() {
    return tableOf(this.strapi, IDEMPOTENCY_KEY)
      .where({ key_hash: this.keyHash, claim: this.id })
      .whereNull('status');
  }
}

const inProgress = () => new WorkTrackingError('request_in_progress', { retryAfter: RETRY_AFTER_S });

/** Small, so that no lock is held for long. */
const BATCH = 500;

/** Deletes keys whose time is over, with their answers, once an hour; several instances may do so at once. */
export function forgetOldKeys(strapi: Core.Strapi): void {
  strapi.cron.add({
    'work-tracking-forget-keys': { task: () => prune(strapi), options: { rule: '30 23 * * * *' } },
  });
}

async function prune(strapi: Core.Strapi): Promise<void> {
  const before = new Date(databaseNow().getTime() - configOf(strapi).idempotency.retentionHours * HOUR_MS);
  for (;;) {
    const found = (await tableOf(strapi, IDEMPOTENCY_KEY)
      .select('id')
      .where('created_at', '<', before)
      .orderBy(['created_at', 'id'])
      .limit(BATCH)) as { id: number }[];
    // By id, since MariaDB locks every row that it goes through.
    await tableOf(strapi, IDEMPOTENCY_KEY)
      .whereIn(
        'id',
        found.map(({ id }) => id),
      )
      .delete();
    if (found.length < BATCH) return;
  }
}
