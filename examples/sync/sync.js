// TOKEN=… HOOK=http://127.0.0.1:4001/hook node examples/sync/sync.js
const { randomBytes, randomUUID } = require('node:crypto');
const { setTimeout: sleep } = require('node:timers/promises');
const Database = require('better-sqlite3');
const express = require('express');
const { Webhook } = require('standardwebhooks');

const {
  API = 'http://localhost:1337/api/v1',
  TOKEN = '',
  FILE = 'mirror.db',
  PORT = '4001',
  /** The address at which the service reaches this program; it subscribes by itself then. */
  HOOK = '',
  /** Of a subscription to `audit.event` that somebody else has made. */
  SECRET = '',
  /** For so long it trusts that no webhook means no change. */
  QUIET_SECONDS = '60',
} = process.env;
const WAIT_SECONDS = 25;

/** @typedef {{ target: { type: string, id: string }, record: object | null }} Change */
/** @typedef {{ changes: Change[], next_after: number, has_more: boolean }} Page */
/** @typedef {{ method?: string, body?: string, key?: string }} Options */
/** @typedef {{ id: string, url: string, secret: string, key: string }} Subscription */

const db = new Database(FILE);
db.exec(`CREATE TABLE IF NOT EXISTS record (type TEXT, id TEXT, json TEXT NOT NULL, PRIMARY KEY (type, id));
         CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, json TEXT NOT NULL);`);
const put = db.prepare('INSERT OR REPLACE INTO record VALUES (?, ?, ?)');
const remove = db.prepare('DELETE FROM record WHERE type = ? AND id = ?');
const putState = db.prepare('INSERT OR REPLACE INTO state VALUES (?, ?)');
const getState = db.prepare('SELECT json FROM state WHERE name = ?').pluck();

/** @type {(text: string) => unknown} */
const parse = JSON.parse;
/** @type {(name: string) => unknown} */
const stateOf = (name) => parse(/** @type {string | undefined} */ (getState.get(name)) ?? 'null');

let after = /** @type {number | null} */ (stateOf('after')) ?? 0;
/** The newest change that a webhook has told of since the last reading. */
let told = 0;
/** @type {(() => void) | undefined} Ends the pause before the next reading. */
let wake;

/** Records and the place that they lead to, in one transaction: there is no moment at which they do not fit. */
const store = db.transaction((/** @type {Page} */ { changes, next_after }) => {
  for (const { target, record } of changes) {
    if (record) put.run(target.type, target.id, JSON.stringify(record));
    else remove.run(target.type, target.id);
  }
  putState.run('after', JSON.stringify(next_after));
});

/**
 * Asks until there is an answer.
 * @returns {Promise<unknown>}
 * @throws Error when it is refused for good
 */
async function ask(/** @type {string} */ path, /** @type {Options} */ { method, body, key } = {}) {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 30_000)) {
    try {
      const response = await fetch(API + path, {
        method,
        body,
        headers: key ? { ...headers, 'Idempotency-Key': key } : headers,
        signal: AbortSignal.timeout((WAIT_SECONDS + 10) * 1000),
      });
      const text = await response.text();
      const retryAfter = Number(response.headers.get('Retry-After'));
      // What is gone already need not be deleted. An answer with Retry-After would have waited, but too many did.
      const isDone = response.ok || (method === 'DELETE' && response.status === 404);
      if (isDone && !(retryAfter > 0)) return parse(text);
      if (response.status < 500 && !(retryAfter > 0)) throw new Refused(text);
      console.log('not now:', text);
      if (retryAfter > 0) pauseMs = retryAfter * 1000;
    } catch (fault) {
      if (fault instanceof Refused) throw fault;
      console.log('no answer:', String(fault));
    }
    await sleep(pauseMs);
  }
}

class Refused extends Error {}

/**
 * Subscribes once, however often this program dies on the way: the key and the secret are stored first. At another
 * address than before it takes the place of the old subscription.
 * @returns {Promise<string>} its secret
 */
async function subscribe() {
  const own = /** @type {Subscription | null} */ (stateOf('subscription')) ?? {
    id: '',
    url: HOOK,
    secret: randomBytes(32).toString('hex'),
    key: randomUUID(),
  };
  const { url, secret, key } = own;
  putState.run('subscription', JSON.stringify(own));
  if (own.id === '') {
    const body = JSON.stringify({ url, secret, event_types: ['audit.event'] });
    const answer = await ask('/webhooks/subscriptions', { method: 'POST', key, body });
    own.id = /** @type {{ subscription: Subscription }} */ (answer).subscription.id;
    putState.run('subscription', JSON.stringify(own));
  }
  if (url === HOOK) return secret;
  await ask(`/webhooks/subscriptions/${own.id}`, { method: 'DELETE' });
  putState.run('subscription', 'null');
  return subscribe();
}

/** A delivery is a hint and no more: what has changed is read, so one that is lost or comes twice does no harm. */
function listen(/** @type {string} */ secret) {
  const webhook = secret.startsWith('whsec_')
    ? new Webhook(secret)
    : new Webhook(Buffer.from(secret), { format: 'raw' });
  const app = express();
  const raw = express.raw({ type: 'application/json', limit: '2mb' });
  app.post('/hook', raw, (/** @type {express.Request<object, unknown, Buffer>} */ request, response) => {
    try {
      webhook.verify(request.body, /** @type {Record<string, string>} */ (request.headers));
    } catch (fault) {
      console.log('REFUSED', String(fault));
      response.sendStatus(401);
      return;
    }
    told = Math.max(told, Number(request.get('X-Service-Sequence') ?? 0));
    if (told > after) wake?.();
    response.sendStatus(204);
  });
  app.listen(Number(PORT), '127.0.0.1', (fault) => {
    if (fault) throw fault;
    console.log('listening');
  });
}

/** A file is of one project: what a token of another one follows would be mixed with it. */
async function assertSameProject() {
  const { project } = /** @type {{ project: { tenant_id: string } }} */ (await ask('/me'));
  const mirrored = stateOf('project') ?? project.tenant_id;
  if (mirrored !== project.tenant_id) throw new Error(`${FILE} is the mirror of another project.`);
  putState.run('project', JSON.stringify(mirrored));
}

/** @returns whether no webhook has told of anything for `QUIET_SECONDS` */
const isQuiet = () =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), Number(QUIET_SECONDS) * 1000);
    wake = () => {
      clearTimeout(timer);
      resolve(false);
    };
  });

async function main() {
  await assertSameProject();
  const secret = SECRET || (HOOK && (await subscribe()));
  if (secret) listen(secret);
  for (let wait = 0; ;) {
    told = 0;
    const page = /** @type {Page} */ (await ask(`/changes?after=${after}&limit=100&wait=${wait}`));
    store(page);
    after = page.next_after;
    if (page.changes.length > 0) console.log('after', after);
    // Without webhooks the service is waited for; with them it is asked when one comes, or when none has for long.
    if (page.has_more || told > after) wait = 0;
    else wait = secret && !(await isQuiet()) ? 0 : WAIT_SECONDS;
  }
}

main().catch((/** @type {unknown} */ fault) => {
  console.error(fault);
  process.exit(1);
});
