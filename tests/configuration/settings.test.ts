import { config } from '../../src/plugins/work-tracking/server/src/config';
import { readRedisUrl } from '../../src/plugins/work-tracking/server/src/redis-address';

const withEnv = (values: Record<string, string>) => config.default({ env: (name) => values[name] });

describe('settings (docs/settings.md)', () => {
  it('have the defaults that others rely on', () => {
    const defaults = withEnv({});
    config.validator(defaults);
    expect(defaults).toEqual({
      prefix: '/v1',
      formerTimeZone: '',
      subscriptions: { maxPerProject: 100 },
      waiting: { maxRequests: 200 },
      delivery: {
        maxAttempts: 6,
        retryBaseMs: 30000,
        retryFactor: 5,
        retryJitter: 0.2,
        timeoutMs: 10000,
        concurrency: 64,
        concurrencyPerSubscription: 16,
        leaseMs: 30000,
        tickSeconds: 5,
        allowPrivateNetworks: undefined,
        allowedNetworks: [],
        httpsOnly: false,
        retentionDays: 30,
        deadRetentionDays: 90,
      },
      signOff: { project: '', types: {}, approvals: ['approved'], language: 'en' },
      notify: { emails: [], deadLetters: 25 },
      metrics: { token: '' },
      openapi: { document: true, page: true },
      graphql: { types: false },
      answer: { unreadTimeoutMs: 30_000 },
      requireIfMatch: false,
      idempotency: { retentionHours: 24 },
      rateLimit: { readsPerMinute: 6000, writesPerMinute: 2400, failedAuthenticationPerMinute: 60 },
      redis: { url: '' },
    });
  });

  it('are read from the environment, where an empty one counts as not set', () => {
    const values = withEnv({
      DELIVERY_RETRY_JITTER: '0',
      DELIVERY_ALLOW_PRIVATE_NETWORKS: 'false',
      DELIVERY_ALLOWED_NETWORKS: '10.0.0.0/8, 127.0.0.1',
      DELIVERY_TIMEOUT_MS: '',
      NOTIFY_EMAILS: 'ops@example.com, lead@example.com,ops@example.com',
    });
    config.validator(values);
    expect(values).toMatchObject({
      delivery: {
        retryJitter: 0,
        allowPrivateNetworks: false,
        allowedNetworks: ['10.0.0.0/8', '127.0.0.1'],
        timeoutMs: 10000,
      },
      notify: { emails: ['ops@example.com', 'lead@example.com'], deadLetters: 25 },
    });
  });

  it.each([
    ['WORK_TRACKING_PREFIX', '/'],
    ['WORK_TRACKING_PREFIX', '/v1/'],
    ['WORK_TRACKING_PREFIX', '/:version'],
    ['WORK_TRACKING_PREFIX', '/../v1'],
    ['MAX_SUBSCRIPTIONS_PER_PROJECT', '0'],
    ['DELIVERY_MAX_ATTEMPTS', '0'],
    ['DELIVERY_RETRY_BASE_MS', 'soon'],
    ['DELIVERY_RETRY_FACTOR', '0.5'],
    ['DELIVERY_RETRY_JITTER', '2'],
    ['DELIVERY_TIMEOUT_MS', '-1'],
    ['DELIVERY_CONCURRENCY', '1.5'],
    ['DELIVERY_CONCURRENCY_PER_SUBSCRIPTION', '0'],
    ['DELIVERY_LEASE_MS', '24999'],
    ['DELIVERY_TICK_SECONDS', '60'],
    ['REQUIRE_IF_MATCH', '1'],
    ['IDEMPOTENCY_RETENTION_HOURS', '0'],
    ['DELIVERY_ALLOW_PRIVATE_NETWORKS', 'maybe'],
    ['DELIVERY_ALLOWED_NETWORKS', '10.0.0.0/40'],
    ['DELIVERY_HTTPS_ONLY', '1'],
    ['DELIVERY_RETENTION_DAYS', '-1'],
    ['DELIVERY_DEAD_RETENTION_DAYS', 'x'],
    ['FORMER_TIME_ZONE', 'Berlin'],
    ['NOTIFY_EMAILS', 'ops'],
    ['NOTIFY_EMAILS', 'ops@example.com, <lead@example.com>'],
    ['NOTIFY_EMAILS', 'ops@example.com\nBcc: all@example.com'],
    ['NOTIFY_EMAILS', Array.from({ length: 21 }, (_, number) => `a${number}@example.com`).join()],
    ['NOTIFY_DEAD_LETTERS', '0'],
    ['NOTIFY_DEAD_LETTERS', '1001'],
    ['OPENAPI_DOCUMENT', 'yes'],
    ['OPENAPI_PAGE', '0'],
    ['RATE_LIMIT_READS_PER_MINUTE', '-5'],
    ['RATE_LIMIT_WRITES_PER_MINUTE', 'x'],
    ['RATE_LIMIT_FAILED_AUTHENTICATION_PER_MINUTE', '1.5'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => config.validator(withEnv({ [name]: value }))).toThrow(new RegExp(`^${name} `));
  });

  const TYPES =
    'expected content types with their rule, asked or always, such as api::article.article=always, separated by commas.';

  it.each([
    ['WORK_TRACKING_PREFIX', 'v1', 'expected a path such as /tracker/v1'],
    ['DELIVERY_HTTPS_ONLY', 'maybe', 'expected true or false.'],
    ['DELIVERY_CONCURRENCY', 'many', 'expected a whole number from 1 to 10000.'],
    ['DELIVERY_RETENTION_DAYS', '1.5', 'expected a whole number of at least 0.'],
    ['DELIVERY_RETRY_JITTER', '-0.1', 'expected a number from 0 to 1.'],
    ['CONTENT_TYPES', 'article', 'expected content types such as api::article.article, separated by commas.'],
    ['SIGN_OFF_APPROVALS', ',', 'expected at least one option or verdict.'],
    ['SIGN_OFF_LANGUAGE', 'fr', 'expected en or de.'],
    ['SIGN_OFF_TYPES', 'api::article.article', TYPES],
    ['SIGN_OFF_TYPES', 'api::article.article=perhaps', TYPES],
    ['SIGN_OFF_TYPES', 'article=asked', TYPES],
    ['SIGN_OFF_TYPES', '=asked', TYPES],
  ])('%s=%s is refused with what is expected', (name, value, expected) => {
    expect(() => config.validator(withEnv({ [name]: value }))).toThrow(`is "${value}": ${expected}`);
  });

  const signOff = { project: 'SIGN', types: { 'api::article.article': 'always' }, approvals: ['fine'] };

  it.each([
    [
      { signOff: { ...signOff, types: { 'api::article.article': 'perhaps' } } },
      'SIGN_OFF_TYPES (signOff.types)',
    ],
    [{ signOff: { ...signOff, types: ['api::article.article'] } }, 'SIGN_OFF_TYPES (signOff.types)'],
    [{ signOff: { ...signOff, approvals: [] } }, 'SIGN_OFF_APPROVALS (signOff.approvals)'],
    [{ signOff: true }, '(signOff.project)'],
    [{ contentTypes: { 'api::article.article': true } }, 'CONTENT_TYPES (contentTypes)'],
    [{ contentTypes: ['article'] }, 'CONTENT_TYPES (contentTypes)'],
    [
      { moves: { open: 'done' } },
      'moves must be an object that gives each ticket status a list of statuses.',
    ],
    [
      { signOff: { ...signOff, rules: {} } },
      'The plugin has no option signOff.rules. The options of signOff are project, types, approvals, language.',
    ],
    [
      { signoff: signOff },
      'The plugin has no option signoff. The options are prefix, formerTimeZone, subscriptions, contentTypes, signOff',
    ],
  ])('%j in config/plugins is refused by name', (options, sentence) => {
    expect(() => config.validator({ ...withEnv({}), ...options })).toThrow(sentence);
  });

  it.each([
    'redis.example.com:6379',
    'http://:hidden@redis',
    'redis://',
    'redis:///0',
    'redis://:hidden@redis:port',
    'redis://:hidden@redis/first',
    'redis://:hidden@redis/0/1',
    'redis://:hidden@redis?db=1',
    'redis://:hidden@redis#1',
    'redis://:hi%dden@redis',
  ])('REDIS_URL=%s is refused, and not shown', (url) => {
    expect(() => config.validator(withEnv({ REDIS_URL: url }))).toThrow(
      /^REDIS_URL \(redis\.url\) is not valid: expected redis:\/\/user:password@host:port\/number, [^%]+\.$/,
    );
  });

  it.each([
    ['redis://redis', { host: 'redis', port: 6379, isTls: false, db: 0 }],
    ['rediss://redis.example.com:6380/', { host: 'redis.example.com', port: 6380, isTls: true, db: 0 }],
    [
      ' redis://us%3Aer:p%40ss%2Fword@[::1]/15',
      { host: '::1', port: 6379, isTls: false, db: 15, username: 'us:er', password: 'p@ss/word' },
    ],
    ['redis://:word@redis', { host: 'redis', port: 6379, isTls: false, db: 0, password: 'word' }],
  ])('REDIS_URL=%s is read', (url, address) => {
    const values = withEnv({ REDIS_URL: url });
    config.validator(values);
    expect(readRedisUrl((values.redis as { url: string }).url)).toEqual(address);
  });
});
