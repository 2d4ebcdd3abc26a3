import type { Core } from '@strapi/types';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { configOf } from '../config';
import { readRedisUrl, type RedisAddress } from '../redis-address';
import { ADMIN_ROLE } from '../uids';

/** Counts of requests in the Redis that `REDIS_URL` names, which all instances share. */
export interface SharedCounts {
  /** Counts in Redis; each key expires with its window. */
  limiter(points: number, windowSeconds: number): RateLimiterRedis;
  /** The key under which this application counts something; undefined while Redis is away. */
  keyOf(key: string): string | undefined;
  /** Tells that a count failed: none is shared until Redis is there again. */
  failed(error: unknown): void;
  /** Connects, and connects again whenever the connection is lost. */
  connect(): void;
  close(): void;
}

/** The beginning of all keys. */
const KEY_PREFIX = 'work-tracking';

/** How long a request may wait for Redis, before it goes on without it. */
const TIMEOUT_MS = 1_000;

const RECONNECT_MS = 1_000;

/** @returns undefined without `REDIS_URL` */
export function createSharedCounts(strapi: Core.Strapi): SharedCounts | undefined {
  const address = readRedisUrl(configOf(strapi).redis.url);
  if (!address) return undefined;
  const redis = new Redis(optionsFor(address));
  const probe = new RateLimiterRedis({ storeClient: redis, keyPrefix: KEY_PREFIX, points: 1, duration: 1 });
  const place = `${address.host}:${address.port}`;
  let application: string | undefined;
  let isShared = false;
  /** The last message in the log. */
  let told: 'shared' | 'alone' | undefined;
  let failures = 0;
  let isClosed = false;

  function lost(error: unknown): void {
    isShared = false;
    failures += 1;
    if (told === 'alone' || isClosed) return;
    told = 'alone';
    strapi.log.warn(
      `Rate limits are counted on this instance alone until Redis at ${place} is there: ${reasonOf(error)}`,
    );
  }

  /** A connection over which nothing is answered may stay open for long. */
  function reconnect(error: unknown): void {
    lost(error);
    if (!isClosed) redis.disconnect(true);
  }

  /** Shares once a count has succeeded: a connection may stand, and every command be refused. */
  async function share(): Promise<void> {
    const failuresBefore = failures;
    application ??= await applicationId(strapi);
    await probe.penalty(`${application}:probe`);
    if (failures !== failuresBefore || isClosed) return;
    isShared = true;
    if (told !== 'shared') strapi.log.info(`Rate limits are shared over Redis at ${place}.`);
    told = 'shared';
  }

  redis.on('ready', () => void share().catch(reconnect));
  redis.on('close', () => lost(new Error('the connection was closed')));
  redis.on('error', (error: unknown) => {
    // Without the database that the address names, ioredis would go on with another one.
    if (isRefusal(error) && error.command?.name === 'select') reconnect(error);
    else lost(error);
  });

  return {
    limiter: (points, windowSeconds) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: KEY_PREFIX,
        points,
        duration: windowSeconds,
      }),
    keyOf: (key) => (isShared ? `${application}:${key}` : undefined),
    failed(error) {
      // Many requests may have waited for the same answer.
      if (isShared) reconnect(error);
    },
    connect() {
      // The same failure is emitted as `error` and `close`, and the client goes on trying.
      redis.connect().catch(() => undefined);
    },
    close() {
      isClosed = true;
      redis.disconnect();
    },
  };
}

const optionsFor = ({ host, port, username, password, db, isTls }: RedisAddress) => ({
  host,
  port,
  username,
  password,
  db,
  ...(isTls ? { tls: { servername: host } } : {}),
  lazyConnect: true,
  // A request that can't be counted in Redis at once is counted in this process.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: TIMEOUT_MS,
  commandTimeout: TIMEOUT_MS,
  disconnectTimeout: TIMEOUT_MS,
  retryStrategy: () => RECONNECT_MS,
  disableClientInfo: true,
});

/** Redis refuses a command. */
interface Refusal extends Error {
  command?: { name: string };
}

const isRefusal = (error: unknown): error is Refusal => error instanceof Error && error.name === 'ReplyError';

/** A server repeats an unknown command in its error, and AUTH contains the password: only the code is logged. */
const reasonOf = (error: unknown): string => {
  if (isRefusal(error)) return `it answers ${error.message.split(' ', 1)[0]}`;
  return error instanceof Error ? error.message : String(error);
};

/**
 * Tells an application from others that use the same Redis. It is the random id of a row that every instance finds in
 * their database, that of the super admin's role, which can't be deleted.
 */
async function applicationId(strapi: Core.Strapi): Promise<string> {
  const role: { documentId: string } | null = await strapi.db
    .query(ADMIN_ROLE)
    .findOne({ select: ['documentId'], where: { code: 'strapi-super-admin' }, orderBy: 'id' });
  if (!role) throw new Error("there is no super admin's role to name this application by");
  return role.documentId;
}
