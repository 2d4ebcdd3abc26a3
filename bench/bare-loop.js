'use strict';

// The most that the machine can do: it signs and posts the same body again and again, with no database.
const { createRequire } = require('node:module');
const path = require('node:path');
const { answerCalls } = require('./processes');

const [, , pluginDir = '', domainDir = ''] = process.argv;

/** @type {unknown} */
const ofPlugin = createRequire(path.join(pluginDir, 'package.json'))('undici');
const { Pool } = /** @type {typeof import('undici')} */ (ofPlugin);
/** @type {unknown} */
const domain = require(path.join(domainDir, 'signature.js'));
const { eventHeaders, signatureHeaders } =
  /** @type {typeof import('../src/plugins/work-tracking/domain/signature')} */ (domain);

/**
 * @param {{ origin: string, body: string, connections: number, seconds: number }} load
 * @returns {Promise<{ perSecond: number, cpuMs: number }>} CPU time for one
 */
async function post({ origin, body, connections, seconds }) {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const start = performance.now();
  const before = process.cpuUsage();
  const end = start + seconds * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const event = { id: String(count), type: 'ticket.created', seq: count };
        const signable = { body, eventId: event.id, secret: 'bench-secret', sentAt: new Date() };
        const headers = { ...eventHeaders(event), ...signatureHeaders(signable) };
        const answer = await pool.request({ method: 'POST', path: '/', headers, body });
        await answer.body.dump();
        count += 1;
      }
    }),
  );
  const elapsedSeconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  await pool.close();
  return { perSecond: count / elapsedSeconds, cpuMs: (user + system) / 1000 / count };
}

answerCalls({ post });
