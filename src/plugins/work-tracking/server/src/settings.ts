import { TEXT_LANGUAGES } from '../../domain/sign-off-texts';
import { z, type ZodType } from './host/strapi-utils';
import {
  contentTypes,
  count,
  decimal,
  emails,
  flag,
  list,
  networks,
  prefix,
  redisUrl,
  signOffTypes,
  timeZone,
} from './setting-schemas';

/** One setting: an environment variable, the option of the plugin that it sets, and why its default is what it is. */
export interface Setting {
  variable: string;
  /** Dotted path in the plugin's configuration. */
  option: string;
  default: unknown;
  /** Says what the default is where it depends on how Strapi runs. */
  defaultText?: string;
  reason: string;
  schema: ZodType;
  /** The error for a refused value does not show the value. */
  isSecret?: boolean;
}

/** All settings. A test compares the table in docs/settings.md with this list. */
export const SETTINGS: readonly Setting[] = [
  {
    variable: 'WORK_TRACKING_PREFIX',
    option: 'prefix',
    default: '/v1',
    reason: "where v1 is, below Strapi's own prefix for the content API, `/api`",
    schema: prefix,
  },
  {
    variable: 'FORMER_TIME_ZONE',
    option: 'formerTimeZone',
    default: '',
    defaultText: "the process's",
    reason:
      'the zone in which the last version has stored times, such as `Europe/Berlin`; the upgrade puts them into UTC',
    schema: timeZone,
  },
  {
    variable: 'MAX_SUBSCRIPTIONS_PER_PROJECT',
    option: 'subscriptions.maxPerProject',
    default: 100,
    reason: 'each change of a project writes a delivery for each that listens; those that are there stay',
    schema: count(1, 10_000),
  },
  {
    variable: 'CONTENT_TYPES',
    option: 'contentTypes',
    default: undefined,
    defaultText: 'every type of the application',
    reason: 'the content types whose entries tickets and decisions can be about, separated by commas',
    schema: contentTypes.optional(),
  },
  {
    variable: 'SIGN_OFF_PROJECT',
    option: 'signOff.project',
    default: '',
    defaultText: 'none',
    reason: 'the key of the project whose decisions sign entries off before they are published',
    schema: z.string({ error: 'expected the key of a project' }).trim(),
  },
  {
    variable: 'SIGN_OFF_TYPES',
    option: 'signOff.types',
    default: '',
    defaultText: 'none',
    reason:
      'the content types under sign-off, each with its rule, `asked` or `always`: `api::article.article=always`, separated by commas',
    schema: signOffTypes,
  },
  {
    variable: 'SIGN_OFF_APPROVALS',
    option: 'signOff.approvals',
    default: 'approved',
    reason: 'the options and verdicts of a decision that approve an entry, in any case, separated by commas',
    schema: list.refine((entries) => entries.length > 0, 'expected at least one option or verdict'),
  },
  {
    variable: 'SIGN_OFF_LANGUAGE',
    option: 'signOff.language',
    default: 'en',
    reason: 'the language of what "Ask for sign-off" files in the project, `en` or `de`',
    schema: z.enum(TEXT_LANGUAGES, { error: `expected ${TEXT_LANGUAGES.join(' or ')}` }),
  },
  {
    variable: 'DELIVERY_MAX_ATTEMPTS',
    option: 'delivery.maxAttempts',
    default: 6,
    reason: 'attempts in all; then the delivery is dead',
    schema: count(1, 100),
  },
  {
    variable: 'DELIVERY_RETRY_BASE_MS',
    option: 'delivery.retryBaseMs',
    default: 30_000,
    reason: 'a restart of the receiver is over by then',
    schema: count(1),
  },
  {
    variable: 'DELIVERY_RETRY_FACTOR',
    option: 'delivery.retryFactor',
    default: 5,
    reason: 'six attempts then span an outage of six and a half hours',
    schema: decimal(1, 100),
  },
  {
    variable: 'DELIVERY_RETRY_JITTER',
    option: 'delivery.retryJitter',
    default: 0.2,
    reason: 'what failed together does not come back together',
    schema: decimal(0, 1),
  },
  {
    variable: 'DELIVERY_TIMEOUT_MS',
    option: 'delivery.timeoutMs',
    default: 10_000,
    reason: "one attempt, the answer's body included; a receiver should store and answer at once",
    schema: count(1),
  },
  {
    variable: 'DELIVERY_CONCURRENCY',
    option: 'delivery.concurrency',
    default: 64,
    reason: 'attempts in flight on one instance: most of the time is spent waiting',
    schema: count(1, 10_000),
  },
  {
    variable: 'DELIVERY_CONCURRENCY_PER_SUBSCRIPTION',
    option: 'delivery.concurrencyPerSubscription',
    default: 16,
    reason: 'one slow receiver can take a quarter of the slots, not all of them',
    schema: count(1, 10_000),
  },
  {
    variable: 'DELIVERY_LEASE_MS',
    option: 'delivery.leaseMs',
    default: 30_000,
    reason: "a dead process's deliveries are taken over after this; at least the time-out and 15 s",
    schema: count(1),
  },
  {
    variable: 'DELIVERY_TICK_SECONDS',
    option: 'delivery.tickSeconds',
    default: 5,
    reason: 'how late a delivery can be when its wake-up was missed',
    schema: count(1, 59),
  },
  {
    variable: 'DELIVERY_ALLOW_PRIVATE_NETWORKS',
    option: 'delivery.allowPrivateNetworks',
    // Decided once it is known how Strapi runs: `decidePrivateNetworks`.
    default: undefined,
    defaultText: 'true under strapi develop, else false',
    reason: 'may deliveries reach loopback and private addresses? Where others subscribe they must not',
    schema: flag.optional(),
  },
  {
    variable: 'DELIVERY_ALLOWED_NETWORKS',
    option: 'delivery.allowedNetworks',
    default: [],
    reason:
      'the networks of your own receivers, as CIDRs separated by commas; allowed although they are private',
    schema: networks,
  },
  {
    variable: 'DELIVERY_HTTPS_ONLY',
    option: 'delivery.httpsOnly',
    default: false,
    reason: 'a signed body can go over http; set it where its content is confidential',
    schema: flag,
  },
  {
    variable: 'DELIVERY_RETENTION_DAYS',
    option: 'delivery.retentionDays',
    default: 30,
    reason: 'delivered and cancelled deliveries, time enough to look into a complaint; 0 keeps them',
    schema: count(0),
  },
  {
    variable: 'DELIVERY_DEAD_RETENTION_DAYS',
    option: 'delivery.deadRetentionDays',
    default: 90,
    reason: 'dead and held deliveries wait longer, somebody may still want them; 0 keeps them',
    schema: count(0),
  },
  {
    variable: 'NOTIFY_EMAILS',
    option: 'notify.emails',
    default: [],
    reason: "who is told of disabled subscriptions and dead deliveries, by Strapi's email plugin",
    schema: emails,
  },
  {
    variable: 'NOTIFY_DEAD_LETTERS',
    option: 'notify.deadLetters',
    default: 25,
    reason: 'that many dead deliveries of one project are told of; fewer are seen in the panel',
    schema: count(1, 1000),
  },
  {
    variable: 'METRICS_TOKEN',
    option: 'metrics.token',
    default: '',
    reason:
      'the bearer token that `GET /api/work-tracking/metrics` asks for; without one there is no such route',
    schema: z.string(),
  },
  {
    variable: 'OPENAPI_DOCUMENT',
    option: 'openapi.document',
    default: true,
    reason:
      'answers `GET /api/v1/openapi.json` to anybody: it describes the API and contains no data; with a token it names the content types, too',
    schema: flag,
  },
  {
    variable: 'OPENAPI_PAGE',
    option: 'openapi.page',
    default: true,
    reason: 'answers `GET /api/v1/docs`, the page over that description; without one there is no page',
    schema: flag,
  },
  {
    variable: 'GRAPHQL_TYPES',
    option: 'graphql.types',
    default: false,
    reason:
      "shows the plugin's types in GraphQL, which knows no projects: who may read there reads all of them",
    schema: flag,
  },
  {
    variable: 'ANSWER_UNREAD_TIMEOUT_MS',
    option: 'answer.unreadTimeoutMs',
    default: 30_000,
    reason: 'a client that takes no byte of an answer for so long is cut off: unread answers fill the memory',
    schema: count(1, 2 ** 31 - 1),
  },
  {
    variable: 'REQUIRE_IF_MATCH',
    option: 'requireIfMatch',
    default: false,
    reason:
      'with true, changing, resolving or deleting a ticket or decision without If-Match is refused with 428',
    schema: flag,
  },
  {
    variable: 'IDEMPOTENCY_RETENTION_HOURS',
    option: 'idempotency.retentionHours',
    default: 24,
    reason: 'how long the answer to a POST with an Idempotency-Key is kept for its repetition',
    schema: count(1, 24 * 365),
  },
  {
    variable: 'MAX_WAITING_REQUESTS',
    option: 'waiting.maxRequests',
    default: 200,
    reason:
      'requests that wait for changes on one instance, of one token at most 50; further ones are answered at once',
    schema: count(0, 100_000),
  },
  {
    variable: 'RATE_LIMIT_READS_PER_MINUTE',
    option: 'rateLimit.readsPerMinute',
    default: 6000,
    reason: 'of one token; 100 a second is more than a polling client needs; 0 turns it off',
    schema: count(0),
  },
  {
    variable: 'RATE_LIMIT_WRITES_PER_MINUTE',
    option: 'rateLimit.writesPerMinute',
    default: 2400,
    reason: 'of one token; 40 a second carries an import; 0 turns it off',
    schema: count(0),
  },
  {
    variable: 'RATE_LIMIT_FAILED_AUTHENTICATION_PER_MINUTE',
    option: 'rateLimit.failedAuthenticationPerMinute',
    default: 60,
    reason: 'of one address, requests that nobody can be told by; further ones are 429; 0 turns it off',
    schema: count(0),
  },
  {
    variable: 'REDIS_URL',
    option: 'redis.url',
    default: '',
    reason: 'a Redis in which all instances count together; without one each counts for itself',
    schema: redisUrl,
    isSecret: true,
  },
];
