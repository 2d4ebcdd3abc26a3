'use strict';

// Payload with a collection of a ticket's fields, from a folder where it is installed. Its REST handlers are served
// with Node's own server: Next, which usually does it, would come on top.
const events = require('node:events');
const http = require('node:http');
const { createRequire } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { answerCalls } = require('./processes');
const { PRIORITIES, STATES, TICKET } = require('./seed');

const [, , folder = ''] = process.argv;

/** The part that is used here of Payload, which is not installed with this project. */
/** @typedef {{ create(request: object): Promise<{ id: number }>, find(request: object): Promise<{ docs: { id: number }[] }> }} Payload */
/**
 * @typedef {object} Library
 * @property {(config: object) => Promise<object>} buildConfig
 * @property {(options: object) => Promise<Payload & { db: { execute(statement: object): Promise<unknown>, drizzle: object } }>} getPayload
 * @property {(options: object) => Promise<Response>} handleEndpoints
 */

/** @type {(name: string) => Promise<unknown>} */
const load = (name) =>
  import(pathToFileURL(createRequire(path.join(folder, 'package.json')).resolve(name)).href);

const FIELDS = [
  { name: 'title', type: 'text', required: true },
  { name: 'state', type: 'select', options: STATES, defaultValue: 'open', required: true },
  { name: 'priority', type: 'select', options: PRIORITIES, defaultValue: 'P2', required: true },
  ...['type', 'effort'].map((name) => ({ name, type: 'text' })),
  { name: 'body', type: 'textarea' },
  { name: 'frontmatter', type: 'json' },
  { name: 'version', type: 'number' },
  { name: 'syncedAt', type: 'date' },
];

/** @param {{ database: string, url: string, rows: number, apiKey: string }} options */
async function start({ database, url, rows, apiKey }) {
  const { buildConfig, getPayload, handleEndpoints } = /** @type {Library} */ (await load('payload'));
  const { adapter, sql } = await databaseOf(database, url);
  const config = await buildConfig({
    secret: 'bench-secret',
    telemetry: false,
    typescript: { autoGenerate: false },
    db: adapter,
    collections: [
      { slug: 'users', auth: { useAPIKey: true }, fields: [] },
      { slug: 'tickets', fields: FIELDS },
    ],
  });
  const payload = await getPayload({ config });
  // Only outside of production it makes its tables by itself.
  process.env.NODE_ENV = 'production';
  const user = { email: 'bench@example.com', password: apiKey, enableAPIKey: true, apiKey };
  await payload.create({ collection: 'users', data: user });
  await payload.create({ collection: 'tickets', data: { ...TICKET, version: 1 } });
  const columns = 'title, state, priority, type, effort, body, frontmatter, version, updated_at, created_at';
  for (let count = 1; count < rows; count *= 2) {
    const raw = `insert into tickets (${columns}) select ${columns} from tickets limit ${rows - count}`;
    await payload.db.execute({ db: payload.db.drizzle, drizzle: payload.db.drizzle, raw, sql });
  }
  const { docs } = await payload.find({ collection: 'tickets', limit: 500 });
  return {
    port: await serve((request) => handleEndpoints({ config, request })),
    ids: docs.map(({ id }) => id),
  };
}

/**
 * @param {string} database
 * @param {string} url
 */
async function databaseOf(database, url) {
  /** @typedef {(options: object) => unknown} Adapter */
  if (database === 'sqlite') {
    const { sqliteAdapter, sql } = /** @type {{ sqliteAdapter: Adapter, sql: unknown }} */ (
      await load('@payloadcms/db-sqlite')
    );
    // As this application has it.
    return { adapter: sqliteAdapter({ client: { url }, wal: { synchronous: 'FULL' } }), sql };
  }
  const { postgresAdapter, sql } = /** @type {{ postgresAdapter: Adapter, sql: unknown }} */ (
    await load('@payloadcms/db-postgres')
  );
  return { adapter: postgresAdapter({ pool: { connectionString: url } }), sql };
}

/** @param {(request: Request) => Promise<Response>} answer */
async function serve(answer) {
  const server = http.createServer((incoming, outgoing) => {
    /** @type {Buffer[]} */
    const chunks = [];
    incoming.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    incoming.once('end', () => {
      const { method = 'GET', headers, url = '/' } = incoming;
      const request = new Request(`http://127.0.0.1${url}`, {
        method,
        headers: /** @type {Record<string, string>} */ (headers),
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      void answer(request).then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(Buffer.from(await response.arrayBuffer()));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await events.once(server, 'listening');
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

answerCalls({
  start,
  cpuMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
});
